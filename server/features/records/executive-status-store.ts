import { sql } from 'kysely'
import { failedStatuses } from '#contract/schemas/mandates.ts'
import type { RecordStatus } from '#contract/schemas/staff-records.ts'
import type { Db } from '#server/platform/db/client.ts'
import { hasRowLocks } from '#server/platform/db/locks.ts'

/** Returns the status of a record at the desk; null if the record is gone. */
export async function statusOf(db: Db, id: string): Promise<RecordStatus | null> {
  const row = await db.selectFrom('records').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status ?? null
}

/**
 * Sets a derived status in the transaction that causes it; returns whether it differs. It counts as a change of the
 * record, so whoever opened an earlier version is told.
 */
export async function followStatus(
  trx: Db,
  { id, status, at }: { id: string; status: RecordStatus; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('records')
    .set({ status, version: sql`version + 1`, changed_at: at })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The person, or the record that names the mandate. */
type Whose = { executiveId: string } | { mandateId: string }

function isWhose(whose: Whose) {
  return 'executiveId' in whose ? sql`id = ${whose.executiveId}` : sql`mandate_id = ${whose.mandateId}`
}

/**
 * Locks a person's row until the transaction ends, so that changes of the agreement and of the mandate derive the
 * status one after the other. Lock it before the rows of either, as an erasure does.
 */
export async function holdExecutive(trx: Db, whose: Whose): Promise<void> {
  if (!hasRowLocks(trx)) return
  await sql`select id from executives where ${isWhose(whose)} for no key update`.execute(trx)
}

/**
 * Derives a person's status from the agreement and the current mandate, in the transaction that changes either; does
 * nothing if no record names the mandate.
 */
export async function deriveStatus(trx: Db, whose: Whose): Promise<void> {
  await holdExecutive(trx, whose)
  const named = sql`select mandate_id from executives where executives.id = records.id`
  const mandate = sql`(select status from mandates where mandates.id = (${named}))`
  const hasFailed = sql`${mandate} in (${sql.join(failedStatuses.map((failed) => sql.lit(failed)))})`
  const accepted = sql`select 1 from agreements a where a.executive_id = records.id and a.accepted_at is not null`
  // A person who accepted the agreement accepts an annex for each mandate that replaces the one in the agreement.
  const coversMandate = sql`exists (${accepted} and a.mandate_id = (${named}))`
  await sql`
    update records set mandate_status = ${mandate}, status = case
      when not exists (${accepted}) then case when ${hasFailed} then 'mandate_failed' else 'registered' end
      when ${hasFailed} then 'signed_mandate_failed'
      when not ${coversMandate} then 'annex_open'
      when ${mandate} = 'active' then 'active'
      else 'signed' end
    where id = (select id from executives where ${isWhose(whose)})`.execute(trx)
}
