import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sandbox_books')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key_index', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('sandbox_books_key', ['kind', 'key_index'])
    .execute()
  await db.schema
    .createIndex('sandbox_books_created')
    .on('sandbox_books')
    .columns(['kind', 'created_at'])
    .execute()
  await db.schema.createIndex('sandbox_books_expires').on('sandbox_books').column('expires_at').execute()
}
