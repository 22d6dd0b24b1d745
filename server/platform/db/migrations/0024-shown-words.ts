import type { Kysely } from 'kysely'

/** The language and the hash of what a person was shown before they agreed; empty where that was before this migration. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['enquiries', 'applications']) {
    await db.schema.alterTable(table).addColumn('notice_language', 'text').execute()
    await db.schema.alterTable(table).addColumn('notice_sha256', 'text').execute()
  }
  for (const column of ['language', 'words_sha256', 'notice_sha256'])
    await db.schema.alterTable('consents').addColumn(column, 'text').execute()
}
