import { sql } from 'kysely'
import { type RecordKind, recordKinds } from '#contract/schemas/staff-records.ts'
import { wordsOf } from '#server/features/records/search-store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type AnyRow, rowsOf, type Table } from '#server/platform/db/tables.ts'
import { openOr, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** Ids of a person's rows, by table. */
export interface OwnRows {
  enquiries: string[]
  applications: string[]
  executives: string[]
  mandates: string[]
}

/** Returns those of these rows that exist and were created at or before `until` (milliseconds). */
export async function existing(db: Db, { rows, until }: { rows: OwnRows; until: number }): Promise<OwnRows> {
  const { mandates, ...records } = rows
  const there = async (table: 'records' | 'mandates', ids: readonly string[]) => {
    const found = db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ['', ...ids])
    return new Set((await found.where('created_at', '<=', until).execute()).map(({ id }) => id))
  }
  const ofRecords = await there('records', Object.values(records).flat())
  const ofMandates = await there('mandates', mandates)
  const those = (ids: readonly string[], found: ReadonlySet<string>) =>
    [...new Set(ids)].filter((id) => found.has(id))
  return {
    enquiries: those(rows.enquiries, ofRecords),
    applications: those(rows.applications, ofRecords),
    executives: those(rows.executives, ofRecords),
    mandates: those(mandates, ofMandates),
  }
}

/** Returns the references of these rows, in the order of the tables. */
export async function referencesOfRows(db: Db, { mandates, ...records }: OwnRows): Promise<string[]> {
  const ids = ['', ...Object.values(records).flat()]
  const named = await db.selectFrom('records').select('reference').where('id', 'in', ids).execute()
  // Enquiries (EN-…), applications (AP-…) and executives (EX-…), each in the order of their references.
  const order = Object.values(recordKinds).map(String)
  const references = named.map(({ reference }) => reference).toSorted()
  const inOrder = order.flatMap((kind) => references.filter((reference) => reference.startsWith(`${kind}-`)))
  return [...inOrder, ...(await transactionsOf(db, mandates))]
}

/** Returns the rows of a table with one of these values in a column. */
export async function rowsWith(
  db: Db,
  {
    table,
    column,
    values,
    order,
  }: { table: Table; column: string; values: readonly string[]; order: readonly string[] },
): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)})
    order by ${sql.join(order.map((name) => sql.ref(name)))}`.execute(db)
  return rows
}

/** Returns the record with that id or reference. */
export async function namedRecord(
  db: Db,
  name: string,
): Promise<{ id: string; kind: RecordKind } | undefined> {
  return db
    .selectFrom('records')
    .select(['id', 'kind'])
    .where((e) => e.or([e('id', '=', name), e('reference', '=', name.toUpperCase())]))
    .executeTakeFirst()
}

/** Returns the mandates of these people, by their registration or by their proven Aadhaar number. */
export async function mandatesOf(
  db: Db,
  whose: { executives: readonly string[]; aadhaar: readonly string[]; until: number },
): Promise<string[]> {
  const { executives, aadhaar, until } = whose
  if (executives.length + aadhaar.length === 0) return []
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
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns mandates without a registration under this phone; the column is encrypted, so each one is decrypted. */
export async function unregisteredOf(
  db: Db,
  cipher: FieldCipher,
  phone: string,
): Promise<{ id: string; transaction: string }[]> {
  const found: { id: string; transaction: string }[] = []
  const where = sql`executive_id is null and wiped_at is null`
  for await (const row of rowsOf(db, 'mandates', where)) {
    const id = String(row['id'])
    const place = { table: 'mandates', column: 'phone', row: id }
    const written = openOr(() => cipher.decrypt(place, String(row['phone'])), undefined)
    if (written === phone) found.push({ id, transaction: String(row['transaction_id']) })
  }
  return found
}

/**
 * Returns a mandate by its id or transaction id, with the registrations that it or its holder's Aadhaar number
 * belongs to.
 */
export async function mandateNamed(
  db: Db,
  name: string,
): Promise<{ id: string; executives: string[] } | undefined> {
  const row = await db
    .selectFrom('mandates')
    .select(['id', 'executive_id', 'retry_of', 'holder_index'])
    .where((e) => e.or([e('id', '=', name), e('transaction_id', '=', name)]))
    .executeTakeFirst()
  if (!row) return undefined
  const owners = await db
    .selectFrom('executives')
    .select('id')
    .where((e) =>
      e.or([
        e('id', 'in', [row.executive_id ?? '', row.retry_of ?? '']),
        e('aadhaar_index', '=', row.holder_index ?? ''),
      ]),
    )
    .execute()
  return { id: row.id, executives: owners.map(({ id }) => id) }
}

export async function transactionsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('mandates').select('transaction_id').where('id', 'in', ids).execute()
  return rows.map((row) => row.transaction_id)
}

/** Personal texts that somebody's saved filters may contain. */
interface Said {
  emails: readonly string[]
  /** Ten digits. */
  phones: readonly string[]
  names: readonly string[]
}

/**
 * Returns ids of anybody's saved filters whose name or place contains one of these e-mails or phones, or all words of
 * one of these names.
 */
export async function viewsSaying(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  { emails, phones, names }: Said,
): Promise<string[]> {
  const wordsOfNames = names.map(wordsOf).filter((words) => words.length > 0)
  const says = (text: string) => {
    const [lower, digits, words] = [text.toLowerCase(), text.replaceAll(/\D/g, ''), wordsOf(text)]
    return (
      emails.some((email) => email !== '' && lower.includes(email)) ||
      phones.some((phone) => phone !== '' && digits.includes(phone)) ||
      wordsOfNames.some((own) => own.every((word) => words.includes(word)))
    )
  }
  const rows = await db.selectFrom('staff_views').selectAll().execute()
  return rows.flatMap(({ id, ...row }) => {
    const open = (column: 'name' | 'query') =>
      cipher.decrypt({ table: 'staff_views', column, row: id }, row[column])
    const texts = openOr(() => [open('name'), ...new URLSearchParams(open('query')).values()], [])
    return texts.some(says) ? [id] : []
  })
}
