import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OneTimeCodeRow } from '#server/platform/db/schema.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { giveBack, type Refundable } from '#server/platform/limits/database-counters.ts'

/** What a code is for; it proves nothing for any other purpose. */
export const codePurposes = ['register', 'link', 'own_phone', 'take_back', 'resume'] as const
export type CodePurpose = (typeof codePurposes)[number]

export const CODE_LIFE_MS = 10 * 60_000

/** Identifies a code: a visitor's session, one phone, one purpose and one record. */
export interface CodeFor {
  sessionId: string
  phone: string
  purpose: CodePurpose
  /** The id of the record or paused registration that the code opens or changes; empty for a registration. */
  about: string
}

type CodeKey = Pick<OneTimeCodeRow, 'session_id' | 'purpose' | 'phone_index'>
type StoredCode = Omit<OneTimeCodeRow, keyof CodeKey>

/** Returns the key of a code's row, which an erasure finds too. Only the code's hash depends on the record. */
function codeKey(cipher: FieldCipher, { sessionId, phone, purpose }: CodeFor): CodeKey {
  const phone_index = cipher.index('one_time_codes.phone', phone)
  return { session_id: sessionId, purpose, phone_index }
}

/** Returns the keyed hash over session, purpose, record, phone and code. Nothing else of a code is stored. */
export function codeHash(
  cipher: FieldCipher,
  { sessionId, phone, purpose, about }: CodeFor,
  code: string,
): string {
  return cipher.index('one_time_codes.code', [sessionId, purpose, about, phone, code].join('|'))
}

/** Returns the newest unused code, expired or not. */
export async function findCode(db: Db, cipher: FieldCipher, whose: CodeFor): Promise<StoredCode | undefined> {
  const key = codeKey(cipher, whose)
  return db
    .selectFrom('one_time_codes')
    .select(['send_id', 'code_hash', 'expires_at'])
    .where((row) => row.and({ ...key }))
    .executeTakeFirst()
}

/** Returns whether a code may be entered: it has not expired, and was not sent by a clock that was ahead. */
export function isLive({ expires_at: expiresAt }: Pick<StoredCode, 'expires_at'>, now: number): boolean {
  return expiresAt > now && expiresAt <= lastEnd(now)
}

/** Returns the latest possible end of a code sent by now. */
function lastEnd(now: number): number {
  return now + CODE_LIFE_MS + CLOCK_SLACK_MS
}

/** Stores a code in place of the earlier one. */
export async function putCode(db: Db, cipher: FieldCipher, whose: CodeFor, code: StoredCode): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({ ...codeKey(cipher, whose), ...code })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'purpose', 'phone_index']).doUpdateSet({ ...code }),
    )
    .execute()
}

/** Deletes a code that could not be sent; the code before it is valid again. */
export async function takeBackCode(
  db: Db,
  cipher: FieldCipher,
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
  if (taken && before) await putCode(db, cipher, whose, before)
}

/** Deletes the code if it is right and valid; of several requests one succeeds. Returns the id of its SMS. */
export async function claimCode(
  db: Db,
  cipher: FieldCipher,
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

/** Records that a code was sent, and what it gives back once it is entered. */
export async function insertSend(
  db: Db,
  { id, at, uses }: { id: string; at: number; uses: readonly Refundable[] },
): Promise<void> {
  await db
    .insertInto('code_sends')
    .values({ id, sent_at: at, verified_at: null, uses: JSON.stringify(uses) })
    .execute()
}

/** Records that a code was entered, and gives back its place in the budget. */
export async function markVerified(db: Db, sendId: string, now: number): Promise<void> {
  const row = await db
    .updateTable('code_sends')
    .set({ verified_at: now })
    .where('id', '=', sendId)
    .returning('uses')
    .executeTakeFirst()
  if (row) await giveBack(db, JSON.parse(row.uses) as Refundable[])
}

/** Returns how many codes were sent between two times, and how many of them were entered. */
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

/** Deletes what no limit needs. An expired code's hash goes at once; its row stays, so that a late visitor is told. */
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
    .deleteFrom('code_sends')
    .where('sent_at', '<=', now - keptMs)
    .execute()
}
