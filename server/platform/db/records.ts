import { sql } from 'kysely'
import { failedStatuses } from '#contract/schemas/mandates.ts'
import { type RecordKind, recordKinds, type RecordStatus } from '#contract/schemas/staff-records.ts'
import { newReference } from '#server/platform/ids.ts'
import type { Db } from './client.ts'
import { hasRowLocks } from './tables.ts'
import { type DocumentField, documentFieldNames } from '#contract/fields/application.ts'

/** So many references for new records of a kind, none of which a record has. */
export async function freshReferences(db: Db, kind: RecordKind, count: number): Promise<string[]> {
  const fresh = new Set<string>()
  while (fresh.size < count) {
    const made = Array.from({ length: count - fresh.size }, () => newReference(recordKinds[kind]))
    const taken = await db.selectFrom(kind).select('reference').where('reference', 'in', made).execute()
    const known = new Set(taken.map(({ reference }) => reference))
    made.filter((one) => !known.has(one)).forEach((one) => fresh.add(one))
  }
  return [...fresh]
}

/** Which documents are there as bits, the first field of the form the lowest. */
export function documentBits(fields: readonly string[]): number {
  return documentFieldNames.reduce((bits, name, at) => bits | (fields.includes(name) ? 1 << at : 0), 0)
}

/** The fields of the documents that are there. */
export function fieldsOfBits(bits: number): DocumentField[] {
  return documentFieldNames.filter((_, at) => (bits & (1 << at)) !== 0)
}

/** The status of a record at the desk; null where the record is gone. */
export async function statusOf(db: Db, kind: RecordKind, id: string): Promise<RecordStatus | null> {
  const row = await db.selectFrom(kind).select('status').where('id', '=', id).executeTakeFirst()
  return row?.status ?? null
}

/** Whose derived status: a person's, or that of the record which names the mandate. */
type Whose = { executiveId: string } | { mandateId: string }

function isWhose(whose: Whose) {
  return 'executiveId' in whose ? sql`id = ${whose.executiveId}` : sql`mandate_id = ${whose.mandateId}`
}

/**
 * Holds a person's row until the transaction ends: who changes the agreement and who changes the mandate then derive the
 * status one after the other. Take it before the row of either, as an erasure does.
 */
export async function holdExecutive(trx: Db, whose: Whose): Promise<void> {
  if (!hasRowLocks(trx)) return
  await sql`select id from executives where ${isWhose(whose)} for no key update`.execute(trx)
}

/**
 * Derives a person's status from the agreement and the mandate that counts, in the transaction that changes either;
 * nothing where no record names that mandate.
 */
export async function deriveStatus(trx: Db, whose: Whose): Promise<void> {
  await holdExecutive(trx, whose)
  const mandate = sql`(select status from mandates where mandates.id = executives.mandate_id)`
  const hasFailed = sql`${mandate} in (${sql.join(failedStatuses.map((failed) => sql.lit(failed)))})`
  const accepted = sql`select 1 from agreements a where a.executive_id = executives.id and a.accepted_at is not null`
  // Whoever accepted the agreement accepts an annex for each mandate that replaces the one which it names.
  const coversMandate = sql`exists (${accepted} and a.mandate_id = executives.mandate_id)`
  await sql`
    update executives set mandate_status = ${mandate}, status = case
      when not exists (${accepted}) then case when ${hasFailed} then 'mandate_failed' else 'registered' end
      when ${hasFailed} then 'signed_mandate_failed'
      when not ${coversMandate} then 'annex_open'
      when ${mandate} = 'active' then 'active'
      else 'signed' end
    where ${isWhose(whose)}`.execute(trx)
}

/** The reference and the status of a record; undefined where there is none. */
export async function recordNamed(db: Db, kind: RecordKind, id: string) {
  const [named] = await recordsNamed(db, kind, [id])
  return named
}

/** The reference and the status of records, where these ids are of any. */
export function recordsNamed(
  db: Db,
  kind: RecordKind,
  ids: readonly string[],
): Promise<{ id: string; reference: string; status: RecordStatus }[]> {
  return db.selectFrom(kind).select(['id', 'reference', 'status']).where('id', 'in', ids).execute()
}
