import { type Kysely, sql } from 'kysely'

/** Jobs keep which request asked for them; what is counted or looked for again and again is found without a whole table. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('request_id', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('traceparent', 'text').execute()
  await db.schema.createIndex('mandates_status').on('mandates').column('status').execute()
  await db.schema
    .createIndex('mandates_unclaimed')
    .on('mandates')
    .columns(['status', 'created_at'])
    .where(sql.ref('executive_id'), 'is', null)
    .where(sql.ref('staff_told_at'), 'is', null)
    .execute()
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
