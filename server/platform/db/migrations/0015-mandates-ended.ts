import type { Kysely } from 'kysely'

/** When we had a mandate ended at the gateway, for its holder has another. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('mandates').addColumn('ended_at', 'bigint').execute()
}
