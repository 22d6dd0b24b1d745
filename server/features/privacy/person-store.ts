import { sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import { applicationPhone } from '#server/features/careers/store.ts'
import { rowsOf } from '#server/platform/db/tables.ts'
import { openOr, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { IndexedTable, Indices } from './identities.ts'

/** Ids of rows with one of these indices, created at or before `until` (milliseconds). */
export async function idsByIndex(
  db: Db,
  table: IndexedTable,
  { indices, until }: { indices: Indices; until: number },
): Promise<string[]> {
  const emails = indices[`${table}.email`] ?? []
  const phones = indices[`${table}.phone`] ?? []
  if (emails.length + phones.length === 0) return []
  const phoneColumn = table === 'applications' ? applicationPhone : sql.ref<string>('phone_index')
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('created_at', '<=', until)
    .where((e) =>
      e.or([
        ...(emails.length > 0 ? [e('email_index', 'in', emails)] : []),
        ...(phones.length > 0 ? [e(phoneColumn, 'in', phones)] : []),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids that a table has. */
export async function existing(
  db: Db,
  table: IndexedTable | 'mandates',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** The row of that id, or of the reference that staff name it by. */
export async function namedRows(
  db: Db,
  table: 'enquiries' | 'applications',
  name: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where((e) => e.or([e('id', '=', name), e('reference', '=', name.toUpperCase())]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Mandates of these people: by their registration, by the Aadhaar number proven, or by the session. */
export async function mandatesOf(
  db: Db,
  whose: {
    executives: readonly string[]
    aadhaar: readonly string[]
    sessions: readonly string[]
    until: number
  },
): Promise<string[]> {
  const { executives, aadhaar, sessions, until } = whose
  if (executives.length + aadhaar.length + sessions.length === 0) return []
  const own = db.selectFrom('executives').select('mandate_id')
  const rows = await db
    .selectFrom('mandates')
    .select('id')
    .where('created_at', '<=', until)
    .where((e) =>
      e.or([
        ...(executives.length > 0
          ? [
              e('executive_id', 'in', executives),
              e('retry_of', 'in', executives),
              e('id', 'in', own.where('id', 'in', executives)),
            ]
          : []),
        ...(aadhaar.length > 0 ? [e('holder_index', 'in', aadhaar)] : []),
        ...(sessions.length > 0 ? [e('session_id', 'in', sessions)] : []),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Unregistered mandates of one of these phones; the column is encrypted, so each one is decrypted. */
export async function unregisteredOf(
  db: Db,
  cipher: FieldCipher,
  { phones, until }: { phones: readonly string[]; until: number },
): Promise<string[]> {
  if (phones.length === 0) return []
  const found: string[] = []
  const where = sql`executive_id is null and wiped_at is null and created_at <= ${until}`
  for await (const row of rowsOf(db, 'mandates', where)) {
    const id = String(row['id'])
    const place = { table: 'mandates', column: 'phone', row: id }
    const phone = openOr(() => cipher.decrypt(place, String(row['phone'])), undefined)
    if (phone !== undefined && phones.includes(phone)) found.push(id)
  }
  return found
}

/** A mandate by its own id or its transaction's. */
export async function findMandateId(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('mandates')
    .select('id')
    .where((e) => e.or([e('id', '=', id), e('transaction_id', '=', id)]))
    .executeTakeFirst()
  return row?.id
}

/** The transactions of these mandates. */
export async function transactionsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('mandates').select('transaction_id').where('id', 'in', ids).execute()
  return rows.map((row) => row.transaction_id)
}

/** What still binds a person: transactions of mandates that the bank holds, and the number of accepted agreements. */
export async function obligationsOf(
  db: Db,
  { mandates, executives }: { mandates: readonly string[]; executives: readonly string[] },
): Promise<{ liveMandates: string[]; agreements: number }> {
  const held = await db
    .selectFrom('mandates')
    .select('transaction_id')
    .where('id', 'in', ['', ...mandates])
    .where('status', 'in', ['initiated', 'active'])
    .execute()
  const accepted = await db
    .selectFrom('agreements')
    .select('executive_id')
    .where('accepted_at', 'is not', null)
    .where('executive_id', 'in', ['', ...executives])
    .execute()
  return { liveMandates: held.map((row) => row.transaction_id), agreements: accepted.length }
}
