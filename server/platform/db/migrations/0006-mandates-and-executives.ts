import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await makeExecutives(db)
  await makeConsents(db)
  await makeMandates(db)
  await makeEvents(db)
}

async function makeExecutives(db: Kysely<never>): Promise<void> {
  const sealed = [
    'aadhaar_last_four',
    'name',
    'email',
    'phone',
    'gender',
    'dob',
    'address',
    'city',
    'state',
    'country',
    'pincode',
  ]
  const table = db.schema
    .createTable('executives')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('aadhaar_index', 'text', (column) => column.notNull().unique())
    .addColumn('email_index', 'text', (column) => column.notNull())
    .addColumn('phone_index', 'text', (column) => column.notNull().unique())
    .addColumn('photo_file', 'text', (column) => column.notNull())
    .addColumn('mandate_id', 'text', (column) => column.notNull().unique())
  await sealed
    .reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table)
    .execute()
  await db.schema.createIndex('executives_created').on('executives').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('executives_email').on('executives').column('email_index').execute()
}

async function makeConsents(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('executive_id', 'text', (column) =>
      column.notNull().references('executives.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('given_at', 'bigint', (column) => column.notNull())
    .addColumn('verified_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('consents_executive').on('consents').column('executive_id').execute()
}

async function makeMandates(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mandates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull().unique())
    .addColumn('consumer_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('holder_index', 'text')
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('retry_of', 'text')
    .addColumn('executive_id', 'text', (column) => column.references('executives.id').onDelete('set null'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('account_no', 'text', (column) => column.notNull())
    .addColumn('ifsc_code', 'text', (column) => column.notNull())
    .addColumn('max_amount', 'text', (column) => column.notNull())
    .addColumn('debit_start', 'text', (column) => column.notNull())
    .addColumn('debit_end', 'text', (column) => column.notNull())
    .addColumn('asked_on', 'text', (column) => column.notNull())
    .addColumn('response_code', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('response_message', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('gateway_id', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('reg_no', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('umrn', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('ask_at', 'bigint')
    .addColumn('asks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failure_told_at', 'bigint')
    .addColumn('staff_told_at', 'bigint')
    .execute()
  for (const column of ['session_id', 'holder_index', 'retry_of', 'executive_id', 'ask_at', 'created_at']) {
    await db.schema.createIndex(`mandates_${column}`).on('mandates').column(column).execute()
  }
}

async function makeEvents(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mandate_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('mandate_id', 'text', (column) =>
      column.notNull().references('mandates.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addUniqueConstraint('mandate_events_once', ['mandate_id', 'source', 'digest'])
    .execute()
}
