import { sql } from 'kysely'
import { type CodeFor, codeKey, type CodeStore } from './code-store.ts'
import { attemptsRule } from './code-limits.ts'

/** Codes tried for a phone in the hour and in the day that run. */
export interface Attempts {
  hour: number
  day: number
}

/** What the attempts at a phone's codes are counted by. */
function attemptsIndex({ cipher }: CodeStore, { phone, sessionId, purpose, isOwn }: CodeFor): string {
  if (isOwn) return cipher.index('phone_tries.own', `${sessionId}|${phone}`)
  return codeKey(cipher, { phone, sessionId, purpose }).phone_index
}

/**
 * Spends one try of a phone, in one statement, so that of many guesses at once no more are judged than there are tries.
 * Undefined when none is left, and when the visitor has no code for that phone: nobody locks another's phone by guessing.
 */
export async function spendAttempt(
  store: CodeStore,
  whose: CodeFor,
  now: number,
): Promise<Attempts | undefined> {
  const { session_id, purpose, phone_index } = codeKey(store.cipher, whose)
  const countedBy = attemptsIndex(store, whose)
  const { hour, day } = attemptsRule
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
    where (phone_tries.hour_ends_at <= ${now} or phone_tries.hour_tries < ${hour.tries})
      and (phone_tries.day_ends_at <= ${now} or phone_tries.day_tries < ${day.tries})
    returning hour_tries as hour, day_tries as day`.execute(store.db)
  return rows[0]
}

/** The tries spent for a phone, and until when none is given where all are. */
export async function currentAttempts(
  store: CodeStore,
  whose: CodeFor,
  now: number,
): Promise<Attempts & { blockedUntil?: number }> {
  const row = await store.db
    .selectFrom('phone_tries')
    .select(['hour_tries', 'hour_ends_at', 'day_tries', 'day_ends_at'])
    .where('purpose', '=', whose.purpose)
    .where('phone_index', '=', attemptsIndex(store, whose))
    .executeTakeFirst()
  if (!row) return { hour: 0, day: 0 }
  const hour = row.hour_ends_at > now ? row.hour_tries : 0
  const day = row.day_ends_at > now ? row.day_tries : 0
  const ends = [
    ...(hour >= attemptsRule.hour.tries ? [row.hour_ends_at] : []),
    ...(day >= attemptsRule.day.tries ? [row.day_ends_at] : []),
  ]
  return { hour, day, ...(ends.length > 0 ? { blockedUntil: Math.max(...ends) } : {}) }
}

/** Forgets the tries of a phone whose holder has shown that it is theirs. */
export async function resetTries(store: CodeStore, whose: CodeFor): Promise<void> {
  await store.db
    .deleteFrom('phone_tries')
    .where('purpose', '=', whose.purpose)
    .where('phone_index', '=', attemptsIndex(store, whose))
    .execute()
}
