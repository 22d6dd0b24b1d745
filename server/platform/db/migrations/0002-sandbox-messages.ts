import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sandbox_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('to_index', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sandbox_messages_at').on('sandbox_messages').column('at').execute()
  await db.schema
    .createIndex('sandbox_messages_to')
    .on('sandbox_messages')
    .columns(['to_index', 'at'])
    .execute()
}
