import type { Kysely } from 'kysely'

/** The people of the desk, their passkeys, and what lets them in; of tokens the hashes alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('user_handle', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_index', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .execute()
  await makePasskeys(db)
  await makeInvitations(db)
  await makeChallenges(db)
  await makeSessions(db)
}

async function makePasskeys(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('staff_passkeys_staff').on('staff_passkeys').column('staff_id').execute()
}

async function makeInvitations(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_invitations')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('staff_invitations_staff').on('staff_invitations').column('staff_id').execute()
}

async function makeChallenges(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('staff_id', 'text', (column) => column.references('staff.id').onDelete('cascade'))
    .addColumn('invitation', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('staff_challenges_created')
    .on('staff_challenges')
    .column('created_at')
    .execute()
}

async function makeSessions(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('stepped_up_at', 'bigint')
    .addColumn('earlier_hash', 'text')
    .addColumn('earlier_ends_at', 'bigint')
    .addColumn('browser', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['staff_id', 'earlier_hash']) {
    await db.schema.createIndex(`staff_sessions_${column}`).on('staff_sessions').column(column).execute()
  }
}
