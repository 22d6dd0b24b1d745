import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OneTimeCodeRow } from '#server/platform/db/onboarding-rows.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { attemptLimits, type Attempts, attemptsLeft, CODE_LIFE_MS, type CodePurpose } from './code-limits.ts'
import { sql } from 'kysely'
import { currentUse, type Use } from '#server/platform/limits/database-counters.ts'

export interface CodeStore {
  db: Db
  cipher: FieldCipher
}

/** Whose code: a visitor's session, for one phone and one purpose. */
export interface CodeFor {
  sessionId: string
  phone: string
  purpose: CodePurpose
  /** The session verified this phone before: it has a count of its own, so that nobody else can lock its holder out. */
  isOwn?: boolean | undefined
}

type CodeKey = Pick<OneTimeCodeRow, 'session_id' | 'purpose' | 'phone_index'>
type StoredCode = Omit<OneTimeCodeRow, keyof CodeKey>

function phoneIndex(cipher: FieldCipher, phone: string): string {
  return cipher.index('one_time_codes.phone', phone)
}

/** The key of a code's row; the phone itself is not stored. */
function codeKey(cipher: FieldCipher, { sessionId, phone, purpose }: CodeFor): CodeKey {
  return { session_id: sessionId, purpose, phone_index: phoneIndex(cipher, phone) }
}

/** All that is stored of a code: a keyed hash over session, purpose and phone too. */
export function codeHash(cipher: FieldCipher, { sessionId, phone, purpose }: CodeFor, code: string): string {
  return cipher.index('one_time_codes.code', [sessionId, purpose, phone, code].join('|'))
}

/** The code that was sent last and not used, expired or not. */
export async function findCode({ db, cipher }: CodeStore, whose: CodeFor): Promise<StoredCode | undefined> {
  const key = codeKey(cipher, whose)
  return db
    .selectFrom('one_time_codes')
    .select(['send_id', 'code_hash', 'expires_at'])
    .where((row) => row.and({ ...key }))
    .executeTakeFirst()
}

/** Whether a code may be entered: it is not past its end, and was not sent by a clock that was ahead. */
export function isLive({ expires_at: expiresAt }: Pick<StoredCode, 'expires_at'>, now: number): boolean {
  return expiresAt > now && expiresAt <= lastEnd(now)
}

/** The latest end of a code that was sent by now. */
function lastEnd(now: number): number {
  return now + CODE_LIFE_MS + CLOCK_SLACK_MS
}

/** Stores a code in place of any earlier one. */
export async function putCode({ db, cipher }: CodeStore, whose: CodeFor, code: StoredCode): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({ ...codeKey(cipher, whose), ...code })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'purpose', 'phone_index']).doUpdateSet({ ...code }),
    )
    .execute()
}

/** Deletes a code that was not sent; the one before it is valid again. */
export async function takeBackCode(
  { db, cipher }: CodeStore,
  whose: CodeFor,
  { sendId, before }: { sendId: string; before: StoredCode | undefined },
): Promise<void> {
  const key = codeKey(cipher, whose)
  const taken = await db
    .deleteFrom('one_time_codes')
    .where((row) => row.and({ ...key }))
    .where('send_id', '=', sendId)
    .returning('send_id')
    .executeTakeFirst()
  if (taken && before) await putCode({ db, cipher }, whose, before)
}

/** Deletes the code if it is right and valid; returns the id of its SMS, otherwise undefined. */
export async function claimCode(
  { db, cipher }: CodeStore,
  given: CodeFor & { code: string },
  now: number,
): Promise<string | undefined> {
  const key = codeKey(cipher, given)
  const row = await db
    .deleteFrom('one_time_codes')
    .where((row) => row.and({ ...key }))
    .where('code_hash', '=', codeHash(cipher, given, given.code))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', lastEnd(now))
    .returning('send_id')
    .executeTakeFirst()
  return row?.send_id
}

export async function insertSend(db: Db, send: { id: string; at: number }): Promise<void> {
  await db.insertInto('code_sends').values({ id: send.id, sent_at: send.at, verified_at: null }).execute()
}

export async function markVerified(db: Db, sendId: string, now: number): Promise<void> {
  await db.updateTable('code_sends').set({ verified_at: now }).where('id', '=', sendId).execute()
}

/** How many codes were sent between two times, and how many of them were entered. */
export async function countSends(
  db: Db,
  span: { after: number; until: number },
): Promise<{ sent: number; verified: number }> {
  const row = await db
    .selectFrom('code_sends')
    .select((of) => [of.fn.countAll<number>().as('sent'), of.fn.count<number>('verified_at').as('verified')])
    .where('sent_at', '>', span.after)
    .where('sent_at', '<=', span.until)
    .executeTakeFirstOrThrow()
  return { sent: Number(row.sent), verified: Number(row.verified) }
}

/** Deletes what no limit needs. An expired code's hash goes at once; its row stays to tell that it is too late. */
export async function deletePassed(db: Db, { now, keptMs }: { now: number; keptMs: number }): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ code_hash: '' })
    .where('expires_at', '<=', now)
    .where('code_hash', '<>', '')
    .execute()
  await db
    .deleteFrom('one_time_codes')
    .where('expires_at', '<=', now - keptMs)
    .execute()
  await db
    .deleteFrom('phone_tries')
    .where('hour_ends_at', '<=', now)
    .where('day_ends_at', '<=', now)
    .execute()
  await db
    .deleteFrom('code_sends')
    .where('sent_at', '<=', now - keptMs)
    .execute()
}

const { hour, day } = attemptLimits

/** What one code entered for an Aadhaar number counts against; a code that is sent again gives no new attempts. */
export function aadhaarAttemptUses(index: string): [Use, Use] {
  return [
    { rule: { name: 'aadhaar_tries_hour', ...hour }, key: index },
    { rule: { name: 'aadhaar_tries_day', ...day }, key: index },
  ]
}

/** The attempts left for an Aadhaar number, and where none is left until when. */
export async function aadhaarAttempts(
  deps: { db: Db; cipher: FieldCipher },
  index: string,
  now: number,
): Promise<{ left: number; blockedUntil?: number }> {
  const [ofHour, ofDay] = aadhaarAttemptUses(index)
  const inHour = await currentUse(deps, ofHour, now)
  const inDay = await currentUse(deps, ofDay, now)
  const left = attemptsLeft({ hour: inHour.count, day: inDay.count })
  if (left > 0) return { left }
  return { left, blockedUntil: inDay.count >= day.points ? inDay.endsAt : inHour.endsAt }
}

function phoneAttemptsIndex({ cipher }: CodeStore, { phone, sessionId, purpose, isOwn }: CodeFor): string {
  if (isOwn) return cipher.index('phone_tries.own', `${sessionId}|${phone}`)
  return codeKey(cipher, { phone, sessionId, purpose }).phone_index
}

/**
 * Spends one attempt of a phone, in one statement, so that of many guesses at once no more are judged than the limits allow.
 * Undefined when none is left, or the visitor has no code for that phone: nobody can lock another's phone by guessing.
 */
export async function spendPhoneAttempt(
  store: CodeStore,
  whose: CodeFor,
  now: number,
): Promise<Attempts | undefined> {
  const { session_id, purpose, phone_index } = codeKey(store.cipher, whose)
  const countedBy = phoneAttemptsIndex(store, whose)
  const { rows } = await sql<Attempts>`
    insert into phone_tries (purpose, phone_index, hour_tries, hour_ends_at, day_tries, day_ends_at)
    select purpose, ${countedBy}, 1, cast(${now + hour.windowMs} as bigint), 1, cast(${now + day.windowMs} as bigint)
    from one_time_codes
    where session_id = ${session_id} and purpose = ${purpose} and phone_index = ${phone_index} 
      and expires_at > ${now} and expires_at <= ${lastEnd(now)}
    on conflict (purpose, phone_index) do update set
      hour_tries = case when phone_tries.hour_ends_at <= ${now} then 1 else phone_tries.hour_tries + 1 end,
      hour_ends_at = case when phone_tries.hour_ends_at <= ${now} then excluded.hour_ends_at else phone_tries.hour_ends_at end,
      day_tries = case when phone_tries.day_ends_at <= ${now} then 1 else phone_tries.day_tries + 1 end,
      day_ends_at = case when phone_tries.day_ends_at <= ${now} then excluded.day_ends_at else phone_tries.day_ends_at end
    where (phone_tries.hour_ends_at <= ${now} or phone_tries.hour_tries < ${hour.points})
      and (phone_tries.day_ends_at <= ${now} or phone_tries.day_tries < ${day.points})
    returning hour_tries as hour, day_tries as day`.execute(store.db)
  return rows[0]
}

/** The attempts spent for a phone, and where none is left until when. */
export async function phoneAttempts(
  store: CodeStore,
  whose: CodeFor,
  now: number,
): Promise<Attempts & { blockedUntil?: number }> {
  const row = await store.db
    .selectFrom('phone_tries')
    .select(['hour_tries', 'hour_ends_at', 'day_tries', 'day_ends_at'])
    .where('purpose', '=', whose.purpose)
    .where('phone_index', '=', phoneAttemptsIndex(store, whose))
    .executeTakeFirst()
  if (!row) return { hour: 0, day: 0 }
  const inHour = row.hour_ends_at > now ? row.hour_tries : 0
  const inDay = row.day_ends_at > now ? row.day_tries : 0
  const ends = [
    ...(inHour >= hour.points ? [row.hour_ends_at] : []),
    ...(inDay >= day.points ? [row.day_ends_at] : []),
  ]
  const blocked = ends.length > 0 ? { blockedUntil: Math.max(...ends) } : {}
  return { hour: inHour, day: inDay, ...blocked }
}

/** Deletes the attempts of a phone that its holder verified. */
export async function resetPhoneAttempts(store: CodeStore, whose: CodeFor): Promise<void> {
  await store.db
    .deleteFrom('phone_tries')
    .where('purpose', '=', whose.purpose)
    .where('phone_index', '=', phoneAttemptsIndex(store, whose))
    .execute()
}
