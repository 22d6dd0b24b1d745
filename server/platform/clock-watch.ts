import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'

/*
 * Whether the clock may be believed by what destroys data for good. The time last seen is stored; where the clock stands more
 * than a day from it, nothing is destroyed and no mandate given up until somebody has confirmed the clock
 * (`ops confirm-clock`), however it stands then. Every process asks before each run of what destroys, so a machine whose
 * clock differs holds all of them.
 */

/** Milliseconds from the time last seen, either way, after which the clock must be confirmed. */
const JUMP_MS = 24 * 60 * 60_000
/** The time is noted when the last one noted is this old, so that asking often writes seldom. */
const NOTE_AFTER_MS = 60_000

/** A jump of the clock that nobody has confirmed: the time seen before it, and the one that it led to; milliseconds. */
export interface ClockJump {
  from: number
  to: number
}

const id = 'only'

/** Notes the time; answers the jump for which nothing may be destroyed, with a mail to staff waiting if it is a new one. */
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
  if (away < NOTE_AFTER_MS) return last.jump
  const jump = last.jump ?? (away > JUMP_MS ? { from: last.seenAt, to: now } : undefined)
  const isNoted = await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('clock_watch')
      .set({ seen_at: now, jumped_from: jump?.from ?? null, jumped_to: jump?.to ?? null })
      .where('id', '=', id)
      .where('seen_at', '=', last.seenAt)
      .where('jumped_from', last.jump ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (noted && jump && !last.jump) await tellStaff(trx, jump)
    return noted !== undefined
  })
  // Where another process was first, this one's time is held against what that one noted.
  return isNoted ? jump : watchClock(db, now)
}

/** The time last seen, and the jump that waits to be confirmed; undefined before the first look. Writes nothing. */
export async function lastSeen(db: Db): Promise<{ seenAt: number; jump: ClockJump | undefined } | undefined> {
  const row = await db.selectFrom('clock_watch').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { seen_at: seenAt, jumped_from: from, jumped_to: to } = row
  return { seenAt, jump: from === null || to === null ? undefined : { from, to } }
}

/** Takes the time for the right one, so that what is due is destroyed again. */
export async function confirmClock(db: Db, now: number): Promise<void> {
  const seen = { seen_at: now, jumped_from: null, jumped_to: null }
  await db
    .insertInto('clock_watch')
    .values({ id, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

/** Times are instants, ISO. */
export const notifyClockJump: JobKind<{ from: string; to: string }> = {
  name: 'clock.notify-staff',
  payload: z.object({ from: z.string(), to: z.string() }),
  maxAttempts: 30,
}

async function tellStaff(trx: Db, { from, to }: ClockJump): Promise<void> {
  const payload = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  // Due by the clock of before and after, so that it is also sent if the clock is set right at once.
  await enqueue(trx, notifyClockJump, [{ payload, now: Math.min(from, to) }])
}
