import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('agreements').addColumn('address', 'text').execute()
  await db.schema.createIndex('agreements_address').unique().on('agreements').column('address').execute()
  await numberTries(db)
}

/** Of two tries that are begun at the same moment for one owner, one is refused by these. */
async function numberTries(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('mandates').addColumn('try_number', 'integer').execute()
  for (const owner of ['holder_index', 'retry_of']) {
    await db.schema
      .createIndex(`mandates_${owner}_try`)
      .unique()
      .on('mandates')
      .columns([owner, 'try_number'])
      .execute()
  }
}
