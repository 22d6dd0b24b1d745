import type { Kysely } from 'kysely'

/**
 * By which passkey a session at the desk was begun. The reference lets none begin by a passkey that was just removed; a
 * server of the version before writes null for as long as it goes on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('staff_sessions')
    .addColumn('passkey_id', 'text', (column) => column.references('staff_passkeys.id').onDelete('cascade'))
    .execute()
}
