import { sql } from 'kysely'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { currentUse, type Use } from '#server/platform/rate-limit/database-counters.ts'
import { attemptLimits, type Attempts, attemptsLeft } from './code-limits.ts'
import { type CodeFor, codeKey, type CodeStore } from './code-store.ts'

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

/** The key by which attempts at a phone's codes are counted. */
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
    where session_id = ${session_id} and purpose = ${purpose} and phone_index = ${phone_index} and expires_at > ${now}
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
