import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('agreements')
    .addColumn('executive_id', 'text', (column) =>
      column.primaryKey().references('executives.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('facts', 'text')
    .addColumn('form_file', 'text')
    .addColumn('form_sha256', 'text')
    .addColumn('text_sha256', 'text')
    .addColumn('accepted_at', 'bigint')
    .addColumn('signed_file', 'text')
    .addColumn('signed_sha256', 'text')
    .addColumn('chain_length', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('chain_head', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('agreement_events')
    .addColumn('executive_id', 'text', (column) =>
      column.notNull().references('agreements.executive_id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('agreement_events_key', ['executive_id', 'number'])
    .execute()
  await db.schema
    .createTable('seal_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute()
}
