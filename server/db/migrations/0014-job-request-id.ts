import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Jobs keep which request asked for them; what the metrics count is found without reading whole tables. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('request_id', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('traceparent', 'text').execute()
  await db.schema.createIndex('mandates_status').on('mandates').column('status').execute()
  await db.schema
    .createIndex('agreements_waiting')
    .on('agreements')
    .column('accepted_at')
    .where('accepted_at', 'is not', null)
    .where(sql.ref('signed_file'), 'is', null)
    .execute()
  await db.schema
    .createIndex('audit_log_backups')
    .on('audit_log')
    .column('at')
    .where(sql.ref('action'), '=', sql.lit('backup'))
    .execute()
}
