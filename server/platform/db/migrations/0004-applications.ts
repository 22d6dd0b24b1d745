import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_index', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('phone_index', 'text', (column) => column.notNull().unique())
    .addColumn('date_of_birth', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('applications_created')
    .on('applications')
    .columns(['created_at', 'id'])
    .execute()
  await makeFileTables(db)
}

async function makeFileTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('application_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) =>
      column.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('scan', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('application_files_application')
    .on('application_files')
    .column('application_id')
    .execute()

  await db.schema
    .createTable('pending_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
