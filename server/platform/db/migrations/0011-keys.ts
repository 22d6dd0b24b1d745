import type { Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('key_check').addColumn('index_secret', 'text').execute()
  await db.schema.alterTable('key_check').addColumn('since', 'bigint').execute()
}
