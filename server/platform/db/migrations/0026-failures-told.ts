import type { Kysely } from 'kysely'

/** Finds the few mandates of whose failure people were notified, which the daily digest names, among all. */
export async function up(db: Kysely<{ mandates: { failure_told_at: number | null } }>): Promise<void> {
  await db.schema
    .createIndex('mandates_failure_told_at')
    .on('mandates')
    .column('failure_told_at')
    .where('failure_told_at', 'is not', null)
    .execute()
}
