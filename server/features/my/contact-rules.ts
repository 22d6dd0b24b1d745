import { tokenFor } from '#server/platform/crypto/digest.ts'
import type { App } from '#server/context.ts'
import { recordEventsOf, type StoredRecordEvent } from '#server/features/records/timeline-store.ts'

const DAY_MS = 86_400_000
/** How long a requested address can be confirmed, and an earlier phone restored, in milliseconds. */
const CONFIRM_MS = 7 * DAY_MS
const TAKE_BACK_MS = 24 * 3_600_000

/** Returns the newest e-mail address that the person gave and has not confirmed. */
export function emailAsked({
  events,
  now,
}: {
  events: readonly StoredRecordEvent[]
  now: number
}): { eventId: string; email: string } | undefined {
  const last = events.findLast(({ detail }) => detail?.['what'] === 'emailAsked')
  const isDone = events.some(
    ({ at, detail }) =>
      (detail?.['of'] === 'email' || detail?.['what'] === 'tookBack') && last && at >= last.at,
  )
  const email = last?.detail?.['email']
  if (!last || isDone || email === undefined || now - last.at > CONFIRM_MS) return undefined
  return { eventId: last.id, email }
}

/** Returns the token of a link that confirms an address. It is derived from the entry of the request, and not stored. */
export function emailProof({ cipher }: Pick<App, 'cipher'>, eventId: string): string {
  return tokenFor(cipher, 'own_email', eventId)
}

/**
 * Returns the phone that can be restored: the first of those that were replaced within a day. The e-mail that was on
 * record first comes with it, if it was changed too, at most a day before the phone.
 */
export async function earlierContact(
  { db, cipher, clock }: App,
  recordId: string,
): Promise<{ phone: string; email?: string } | undefined> {
  const events = await recordEventsOf(db, cipher, recordId)
  const taken = events.findLastIndex(({ detail }) => detail?.['what'] === 'tookBack')
  const changed = (of: string, after: number) =>
    events.slice(taken + 1).find(({ at, detail }) => detail?.['of'] === of && at > after)
  const last = changed('phone', clock.now() - TAKE_BACK_MS)
  const phone = last?.detail?.['earlier']
  if (!last || phone === undefined) return undefined
  const email = changed('email', last.at - TAKE_BACK_MS)?.detail?.['earlier']
  return { phone, ...(email === undefined ? {} : { email }) }
}
