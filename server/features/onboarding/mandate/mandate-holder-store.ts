import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus } from '#server/platform/db/records.ts'
import type { MandateRow } from '#server/platform/db/onboarding-rows.ts'
import { liveStatuses } from './status-rules.ts'
import type { Mandate } from './store.ts'

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

/**
 * An owner's attempts that no record names, newest first. They are few; asked for by status too, the embedded database
 * would read everybody's of that status.
 */
export async function openAttempts(db: Db, owner: Owner): Promise<MandateRow[]> {
  const { retryOf = null, holderIndex } = owner
  const named = db
    .selectFrom('executives')
    .select('mandate_id')
    .where('id', '=', retryOf ?? '')
  return db
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
    .orderBy('created_at', 'desc')
    .execute()
}

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

/** A person's active mandates besides the one that their record names, without those that we ended; chosen as above. */
export async function activeBeside(db: Db, executiveId: string): Promise<{ id: string; regNo: string }[]> {
  const person = db.selectFrom('executives').where('id', '=', executiveId)
  const rows = await db
    .selectFrom('mandates')
    .select(['id', 'reg_no as regNo', 'status', 'ended_at'])
    .where((e) =>
      e.or([
        e('executive_id', '=', executiveId),
        e('retry_of', '=', executiveId),
        e.and([e('executive_id', 'is', null), e('holder_index', '=', person.select('aadhaar_index'))]),
      ]),
    )
    .where('id', '!=', person.select('mandate_id'))
    .orderBy('created_at')
    .execute()
  return rows.filter(({ status, ended_at }) => status === 'active' && ended_at === null)
}
