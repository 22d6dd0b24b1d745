import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'

/* Decides whether permanent deletion may trust the clock. The last seen time is stored. If the clock differs from
   it by more than a day (it is wrong, was wrong, or the server was off), nothing is deleted for 48 hours, or until
   an owner confirms the clock at the desk. Everything else continues. Every process asks before each deleting run,
   so a machine with a different clock pauses all of them. */

/** Milliseconds from the last seen time, in either direction, after which deletion pauses. */
const JUMP_MS = 24 * 60 * 60_000
/** How long deletion pauses after a jump, in milliseconds, unless an owner confirms the clock earlier. */
export const PAUSE_MS = 48 * 60 * 60_000
/** The time is stored if the stored one is this old, so that frequent checks rarely write. */
const NOTE_AFTER_MS = 60_000

/** A jump of the clock for which deletion pauses: the time seen before it, and the one that it led to; milliseconds. */
export interface ClockJump {
  from: number
  to: number
}

const id = 'only'

/** Stores the time; returns the jump because of which deletion pauses now. The first of a pause is mailed to staff. */
export async function watchClock(db: Db, now: number): Promise<ClockJump | undefined> {
  const last = await lastSeen(db)
  if (!last) {
    const first = { id, seen_at: now, jumped_from: null, jumped_to: null }
    await db
      .insertInto('clock_watch')
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return undefined
  }
  const away = Math.abs(now - last.seenAt)
  const held = stillHeld(last.jump, now)
  if (away < NOTE_AFTER_MS) return held
  const jump = away > JUMP_MS ? { from: last.seenAt, to: now } : held
  const isNoted = await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('clock_watch')
      .set({ seen_at: now, jumped_from: jump?.from ?? null, jumped_to: jump?.to ?? null })
      .where('id', '=', id)
      .where('seen_at', '=', last.seenAt)
      .where('jumped_to', last.jump ? '=' : 'is', last.jump?.to ?? null)
      .returning('id')
      .executeTakeFirst()
    // Not again during a pause, since processes with different clocks find a jump at each check.
    if (noted && jump && !last.jump) await notifyStaff(trx, jump)
    return noted !== undefined
  })
  // If another process was first, this time is compared with the one that it stored.
  return isNoted ? jump : watchClock(db, now)
}

/** Returns the jump because of which deletion pauses at `now` (milliseconds); undefined if it does not. Writes nothing. */
export async function clockJump(db: Db, now: number): Promise<ClockJump | undefined> {
  return stillHeld((await lastSeen(db))?.jump, now)
}

function stillHeld(jump: ClockJump | undefined, now: number): ClockJump | undefined {
  return jump && now < jump.to + PAUSE_MS ? jump : undefined
}

async function lastSeen(db: Db): Promise<{ seenAt: number; jump: ClockJump | undefined } | undefined> {
  const row = await db.selectFrom('clock_watch').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { seen_at: seenAt, jumped_from: from, jumped_to: to } = row
  return { seenAt, jump: from === null || to === null ? undefined : { from, to } }
}

/** Ends the pause after an owner's confirmation, in the caller's transaction. */
export async function confirmClock(trx: Db, now: number): Promise<void> {
  const seen = { seen_at: now, jumped_from: null, jumped_to: null }
  await trx
    .insertInto('clock_watch')
    .values({ id, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

/** Times are ISO instants. */
export const notifyClockJump: JobKind<{ from: string; to: string }> = {
  name: 'clock.notify-staff',
  record: null,
  payload: z.object({ from: z.string(), to: z.string() }),
  maxAttempts: 30,
}

async function notifyStaff(trx: Db, { from, to }: ClockJump): Promise<void> {
  const payload = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  // Due by the clocks before and after, so that it is sent even if the clock is corrected at once.
  await enqueue(trx, notifyClockJump, [{ payload, now: Math.min(from, to) }])
}
