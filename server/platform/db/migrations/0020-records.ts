import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What staff keep of records: references, statuses, who works on one, a timeline, and tokens for the search. */
export async function up(db: Kysely<never>): Promise<void> {
  await addWork(db)
  await addListIndexes(db)
  await makeTokens(db)
  await makeEvents(db)
  await makeViews(db)
  await db.schema
    .createTable('funnel_counts')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('funnel_counts_key', ['day', 'step'])
    .execute()
  await db.schema.alterTable('jobs').addColumn('record_id', 'text').execute()
  await db.schema.createIndex('jobs_record').on('jobs').column('record_id').execute()
}

/** A server of the version before goes on writing rows during the change: they get these values, and the rest later. */
async function addWork(db: Kysely<never>): Promise<void> {
  for (const table of ['enquiries', 'applications', 'executives']) {
    const add = db.schema.alterTable(table)
    // An empty text and no null: PostgreSQL reads an index in its order only behind values that are compared.
    await add.addColumn('assigned_to', 'text', (column) => column.notNull().defaultTo('')).execute()
    await add.addColumn('version', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  }
  for (const table of ['enquiries', 'applications']) {
    const add = db.schema.alterTable(table)
    await add.addColumn('reference', 'text').execute()
    await add.addColumn('status', 'text', (column) => column.notNull().defaultTo('new')).execute()
    await db.schema.createIndex(`${table}_reference`).unique().on(table).column('reference').execute()
  }
  const documents = db.schema.alterTable('applications')
  await documents.addColumn('documents', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await db.schema.alterTable('executives').addColumn('status', 'text').execute()
  await db.schema.alterTable('executives').addColumn('mandate_status', 'text').execute()
}

/** Each filter of a list, and each of their pairs, begins one of these; the time of arrival follows, so a page is one piece. */
const listIndexes: [table: string, name: string, columns: string[]][] = [
  ['enquiries', 'status', ['status']],
  ['enquiries', 'assigned', ['assigned_to', 'status']],
  ['applications', 'status', ['status', 'documents']],
  ['applications', 'assigned', ['assigned_to']],
  ['applications', 'assigned_status', ['assigned_to', 'status', 'documents']],
  ['executives', 'status', ['status', 'mandate_status']],
  ['executives', 'assigned', ['assigned_to', 'status', 'mandate_status']],
]

async function addListIndexes(db: Kysely<never>): Promise<void> {
  for (const [table, name, columns] of listIndexes) {
    await db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns, 'created_at', 'id'])
      .execute()
  }
}

async function makeTokens(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = db.schema
    .createTable('search_tokens')
    .addColumn('label', 'integer', (column) => column.notNull())
    .addColumn('token', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_tokens_key', ['label', 'token', 'created_at', 'record_id'])
  // There are several for each record, and the key is all that one consists of.
  await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute()
  await db.schema.createIndex('search_tokens_record').on('search_tokens').column('record_id').execute()
}

async function makeEvents(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('record_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('record_kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('staff_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('record_events_record')
    .on('record_events')
    .columns(['record_id', 'at'])
    .execute()
}

async function makeViews(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('staff_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('staff_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('staff_views_staff').on('staff_views').columns(['staff_id', 'kind']).execute()
}
