import type { Kysely } from 'kysely'

/** Links by which the owner of an e-mail address sends an application in the place of one that came in their name. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('application_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_index', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('mailed_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
}
