import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['enquiries', 'applications', 'consents']) {
    await db.schema.alterTable(table).addColumn('notice_version', 'text').execute()
  }
  await db.schema
    .createTable('digests')
    .addColumn('until_at', 'bigint', (column) => column.primaryKey())
    .execute()
}
