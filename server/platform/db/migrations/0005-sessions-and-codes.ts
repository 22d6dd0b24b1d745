import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await makeSessions(db)
  await makeCodes(db)
  await makeCounts(db)
}

async function makeSessions(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['created_at', 'used_at']) {
    await db.schema.createIndex(`sessions_${column}`).on('sessions').column(column).execute()
  }
  await db.schema
    .createTable('session_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('ends_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('session_tokens_session')
    .on('session_tokens')
    .columns(['session_id', 'ends_at'])
    .execute()
  await db.schema
    .createTable('session_photos')
    .addColumn('session_id', 'text', (column) =>
      column.primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('photo', 'text', (column) => column.notNull())
    .execute()
}

async function makeCodes(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('one_time_codes')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('phone_index', 'text', (column) => column.notNull())
    .addColumn('send_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('one_time_codes_key', ['session_id', 'purpose', 'phone_index'])
    .execute()
  await db.schema.createIndex('one_time_codes_expires').on('one_time_codes').column('expires_at').execute()
  await db.schema
    .createTable('phone_tries')
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('phone_index', 'text', (column) => column.notNull())
    .addColumn('hour_tries', 'integer', (column) => column.notNull())
    .addColumn('hour_ends_at', 'bigint', (column) => column.notNull())
    .addColumn('day_tries', 'integer', (column) => column.notNull())
    .addColumn('day_ends_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('phone_tries_key', ['purpose', 'phone_index'])
    .execute()
  await db.schema.createIndex('phone_tries_ends').on('phone_tries').column('day_ends_at').execute()
}

async function makeCounts(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('use_counts')
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('key_index', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('use_counts_key', ['rule', 'key_index'])
    .execute()
  await db.schema.createIndex('use_counts_ends').on('use_counts').column('ends_at').execute()
  await db.schema
    .createTable('code_sends')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('verified_at', 'bigint')
    .execute()
  await db.schema.createIndex('code_sends_sent').on('code_sends').column('sent_at').execute()
}
