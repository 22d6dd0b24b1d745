import { mayDo, type StaffCallName } from '#contract/calls/staff-calls.ts'
import type { DeskStores, StaffMember } from '#server/features/staff/desk-rules.ts'
import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openOr } from '#server/platform/crypto/field-cipher.ts'
import { GRACE_MS, isOpen, isOpenedBy } from '#server/platform/sessions/store.ts'
import { camelRow } from '#server/platform/db/camel-row.ts'
import { STAFF_IDLE_MS, STAFF_LIFE_MS, STEP_UP_MS } from './session-rules.ts'

interface FoundSession extends StaffMember {
  usedAt: number
}

/**
 * Returns the person whose session has this token's hash, unless it has ended or they were disabled. With
 * `mayBeEarlier` the previous token is accepted for a moment, without its step-up.
 */
export async function findSession(
  { db, cipher }: DeskStores,
  hash: string,
  { now, mayBeEarlier }: { now: number; mayBeEarlier: boolean },
): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff', 'staff.id', 's.staff_id')
    .select(['s.id as sessionId', 's.hash', 's.used_at as usedAt', 's.stepped_up_at as steppedUpAt'])
    .select(['staff.id', 'staff.name', 'staff.role'])
    .where(isOpenedBy('s', hash, { now, mayBeEarlier }))
    .where('staff.disabled_at', 'is', null)
    .where(isOpen('s', { now, idleMs: STAFF_IDLE_MS, lifeMs: STAFF_LIFE_MS }))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, sessionId, role, usedAt, steppedUpAt } = row
  const name = openOr(() => cipher.decrypt({ table: 'staff', column: 'name', row: id }, row.name), '')
  const isSteppedUp = row.hash === hash && steppedUpAt !== null && steppedUpAt <= now + CLOCK_SLACK_MS
  const steppedUpUntil = isSteppedUp ? steppedUpAt + STEP_UP_MS : 0
  return { id, name, role, sessionId, usedAt, steppedUpUntil, passkeyUsedAt: steppedUpAt ?? 0 }
}

/** Returns whether a session has not ended and its person may still do this; long answers ask repeatedly. */
export async function mayGoOn(db: Db, sessionId: string, name: StaffCallName): Promise<boolean> {
  const person = await db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff', 'staff.id', 's.staff_id')
    .select('staff.role')
    .where('s.id', '=', sessionId)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  return person !== undefined && mayDo(person.role, name)
}

export async function touchSession(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('staff_sessions').set({ used_at: now }).where('id', '=', id).execute()
}

interface NewSession {
  id: string
  staffId: string
  passkeyId: string
  hash: string
  browser: string
  now: number
  steppedUp: boolean
}

export async function insertSession({ db, cipher }: DeskStores, session: NewSession): Promise<void> {
  const { id, staffId, passkeyId, hash, now } = session
  const browser = cipher.encrypt({ table: 'staff_sessions', column: 'browser', row: id }, session.browser)
  const row = { id, staff_id: staffId, passkey_id: passkeyId, hash, browser, created_at: now, used_at: now }
  const steps = { stepped_up_at: session.steppedUp ? now : null, earlier_hash: null, earlier_ends_at: null }
  await db
    .insertInto('staff_sessions')
    .values({ ...row, ...steps })
    .execute()
}

/** Gives the session another token after a step-up; returns false if it has ended meanwhile. */
export async function rotateSession(
  db: Db,
  { id, hash, now }: { id: string; hash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_sessions')
    .set((e) => ({
      hash,
      earlier_hash: e.ref('hash'),
      earlier_ends_at: now + GRACE_MS,
      stepped_up_at: now,
      used_at: now,
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the step-ups of all of a person's sessions. */
export async function endStepUps(db: Db, staffId: string): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ stepped_up_at: null })
    .where('staff_id', '=', staffId)
    .execute()
}

/** Returns a person's sessions that have not ended, the last used first. */
export async function listSessions({ db, cipher }: DeskStores, staffId: string, now: number) {
  const rows = await db
    .selectFrom('staff_sessions as s')
    .leftJoin('staff_passkeys as p', 'p.id', 's.passkey_id')
    .select(['s.id', 's.created_at', 's.used_at', 's.browser', 'p.link_by'])
    .where('s.staff_id', '=', staffId)
    .where(isOpen('s', { now, idleMs: STAFF_IDLE_MS, lifeMs: STAFF_LIFE_MS }))
    .orderBy('s.used_at', 'desc')
    .execute()
  return rows.map((row) => {
    const place = { table: 'staff_sessions', column: 'browser', row: row.id }
    return { ...camelRow(row), browser: openOr(() => cipher.decrypt(place, row.browser), '') }
  })
}

/** Ends all sessions of a person, one by its id, or those that a passkey or an unknown passkey began; returns how many. */
export async function endSessions(
  db: Db,
  staffId: string,
  { id, passkeyId }: { id?: string | undefined; passkeyId?: string } = {},
): Promise<number> {
  let ended = db.deleteFrom('staff_sessions').where('staff_id', '=', staffId)
  if (id !== undefined) ended = ended.where('id', '=', id)
  if (passkeyId !== undefined)
    ended = ended.where((e) => e.or([e('passkey_id', '=', passkeyId), e('passkey_id', 'is', null)]))
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}
