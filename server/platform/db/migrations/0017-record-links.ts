import type { Kysely } from 'kysely'

/** Links of records by the hash of their token alone, and the short reference that staff name a record by. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('record_links')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('executive_id', 'text', (column) =>
      column.notNull().references('executives.id').onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('record_links_executive').on('record_links').column('executive_id').execute()
  await db.schema.alterTable('executives').addColumn('reference', 'text').execute()
  await db.schema
    .alterTable('executives')
    .addColumn('link_number', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('executives_reference').unique().on('executives').column('reference').execute()
}
