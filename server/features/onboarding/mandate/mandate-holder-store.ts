import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus } from '#server/platform/db/records.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { liveStatuses } from './status-rules.ts'
import { decrypted, type Mandate } from './store.ts'

/** Whose attempts: a verified person's, in any browser, or a record's: meant for it, named by it, or older than it. */
export interface Owner {
  holderIndex: string
  retryOf?: string
}

/** The number of an owner's last attempt; 0 before any. */
export async function lastAttemptNumber(db: Db, { holderIndex, retryOf }: Owner): Promise<number> {
  const query = db.selectFrom('mandates').select((of) => of.fn.max('try_number').as('last'))
  const own =
    retryOf === undefined
      ? query.where('holder_index', '=', holderIndex)
      : query.where('retry_of', '=', retryOf)
  return (await own.executeTakeFirst())?.last ?? 0
}

/** Attempts begun since then, in one of these statuses, that no record names; newest first. */
export async function openAttempts(
  db: Db,
  cipher: FieldCipher,
  wanted: { owner: Owner; statuses: readonly MandateStatus[]; since: number; count: number },
): Promise<Mandate[]> {
  const { retryOf = null, holderIndex } = wanted.owner
  const named = db
    .selectFrom('executives')
    .select('mandate_id')
    .where('id', '=', retryOf ?? '')
  const rows = await db
    .selectFrom('mandates')
    .selectAll()
    .where((e) =>
      e.or([
        ...(retryOf === null ? [] : [e('retry_of', '=', retryOf), e('executive_id', '=', retryOf)]),
        e.and([
          e('executive_id', 'is', null),
          e('retry_of', 'is', null),
          e('holder_index', '=', holderIndex),
        ]),
      ]),
    )
    .where('id', 'not in', named)
    .where('status', 'in', wanted.statuses)
    .where('created_at', '>=', wanted.since)
    .orderBy('created_at', 'desc')
    .limit(wanted.count)
    .execute()
  return rows.map((row) => decrypted(cipher, row))
}

/** The mandate that a record names now. */
export async function mandateOfRecord(db: Db, executiveId: string): Promise<string | undefined> {
  const found = db.selectFrom('executives').select('mandate_id').where('id', '=', executiveId)
  return (await found.executeTakeFirst())?.mandate_id
}

/** The record of a mandate's person: its own, the one it was meant to mend, or one of the same Aadhaar number. */
export async function recordOf(
  db: Db,
  { executiveId, retryOf, holderIndex }: Pick<Mandate, 'executiveId' | 'retryOf' | 'holderIndex'>,
): Promise<string | undefined> {
  const known = executiveId ?? retryOf
  if (known !== null || holderIndex === null) return known ?? undefined
  const record = db.selectFrom('executives').select('id').where('aadhaar_index', '=', holderIndex)
  return (await record.executeTakeFirst())?.id
}

/** What staff name the record by that a mandate belongs to, or was meant to mend; null for none. */
export async function referenceOf(
  db: Db,
  { executiveId, retryOf }: Pick<Mandate, 'executiveId' | 'retryOf'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('executives')
    .select('reference')
    .where('id', '=', executiveId ?? retryOf)
    .executeTakeFirst()
  return row?.reference ?? null
}

/** Gives a live mandate to a person, whose derived status follows, unless it is somebody else's or was erased; its status where it is theirs now. */
export async function giveToExecutive(
  db: Db,
  { id, executiveId }: { id: string; executiveId: string },
): Promise<MandateStatus | undefined> {
  const given = await db
    .updateTable('mandates')
    .set({ executive_id: executiveId })
    .where('id', '=', id)
    .where((e) => e.or([e('executive_id', 'is', null), e('executive_id', '=', executiveId)]))
    .where('wiped_at', 'is', null)
    .where('status', 'in', liveStatuses)
    .returning('status')
    .executeTakeFirst()
  if (given) await deriveStatus(db, { executiveId })
  return given?.status
}

/** A person's active mandates besides the one that their record names, without those that we ended. */
export async function activeBeside(db: Db, executiveId: string): Promise<{ id: string; regNo: string }[]> {
  const person = db.selectFrom('executives').where('id', '=', executiveId)
  return db
    .selectFrom('mandates')
    .select(['id', 'reg_no as regNo'])
    .where((e) =>
      e.or([
        e('executive_id', '=', executiveId),
        e('retry_of', '=', executiveId),
        e.and([e('executive_id', 'is', null), e('holder_index', '=', person.select('aadhaar_index'))]),
      ]),
    )
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .where('id', '!=', person.select('mandate_id'))
    .orderBy('created_at')
    .execute()
}
