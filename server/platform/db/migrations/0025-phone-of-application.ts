import { type Kysely, sql } from 'kysely'

/** Finds an application by its phone also once a later one took its claim to it, which makes the keyed index a prefix. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('applications_phone')
    .on('applications')
    .expression(sql`substr(phone_index, 1, 22)`)
    .execute()
}
