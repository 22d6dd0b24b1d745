import type { Kysely } from 'kysely'

/** What belongs to a person who is written to, or who meets the bank's page. */
const tables = ['enquiries', 'applications', 'application_links', 'executives', 'mandates']

/** The language in which a record's person is written to; those of before read English, as the whole site was. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of tables) {
    const add = db.schema.alterTable(table)
    await add.addColumn('language', 'text', (column) => column.notNull().defaultTo('en')).execute()
  }
}
