import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import { failedStatuses } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { inPages } from '#server/platform/db/tables.ts'
import { freshReferences } from '#server/platform/db/records.ts'
import { insertSearchTokens } from '#server/platform/db/search-tokens.ts'
import type { ConsentRow, ExecutiveRow } from '#server/platform/db/onboarding-rows.ts'
import type { WorkColumns } from '#server/platform/db/record-rows.ts'
import { newId } from '#server/platform/ids.ts'
import { readable, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** A registered person's row, decrypted. */
export interface Executive extends ExecutiveRow {
  language: Language
}
export type Consent = Omit<ConsentRow, 'id' | 'executive_id'>

const table = 'executives' as const
const encryptedColumns = [
  'aadhaar_last_four',
  'name',
  'email',
  'phone',
  'gender',
  'dob',
  'address',
  'city',
  'state',
  'country',
  'pincode',
] as const
type Encrypted = (typeof encryptedColumns)[number]

function phoneIndex(cipher: FieldCipher, phone: string): string {
  return cipher.index('executives.phone', phone)
}

/** A row with every encrypted column passed through `turn`. */
function eachEncrypted(
  row: Pick<Executive, Encrypted>,
  turn: (column: Encrypted) => string,
): Pick<Executive, Encrypted> {
  const pairs = encryptedColumns.map((column) => [column, turn(column)] as const)
  return { ...row, ...Object.fromEntries(pairs) }
}

/** A stored row decrypted; throws `DecryptError` where it was altered. */
export function openExecutive(cipher: FieldCipher, row: ExecutiveRow): Executive {
  const open = (column: Encrypted) => cipher.decrypt({ table, column, row: row.id }, row[column])
  return { ...row, ...eachEncrypted(row, open), language: storedLanguage(row.language) }
}

/** Columns that are made here, or derived once the person has a mandate. */
type Made = 'email_index' | 'phone_index' | 'reference' | 'link_number' | 'mandate_status'
export type NewExecutive = Omit<Executive, Made | keyof WorkColumns<unknown>>

/** What the search finds a person by. */
function findable(person: Pick<Executive, 'id' | 'created_at' | 'name' | 'address' | 'city' | 'state'>) {
  const { id, created_at: createdAt, name, address, city, state } = person
  return { id, createdAt, name, place: { of: table, text: [address, city, state].join(' ') } }
}

/** Inserts a person with their consents; false when that number, phone or mandate is registered already. */
export async function insertExecutive(
  trx: Db,
  cipher: FieldCipher,
  { consents, ...person }: NewExecutive & { consents: readonly Consent[] },
): Promise<boolean> {
  const { id } = person
  const encrypt = (column: Encrypted) => cipher.encrypt({ table, column, row: id }, person[column])
  const inserted = await trx
    .insertInto(table)
    .values({
      ...person,
      ...eachEncrypted(person, encrypt),
      reference: (await freshReferences(trx, table, 1))[0] ?? '',
      ...{ link_number: 0, status: 'registered', mandate_status: null, assigned_to: '', version: 1 },
      email_index: cipher.index('executives.email', person.email.toLowerCase()),
      phone_index: phoneIndex(cipher, person.phone),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertSearchTokens(trx, cipher, [findable(person)])
  const rows = consents.map((consent) => ({ ...consent, id: newId(), executive_id: id }))
  await trx.insertInto('consents').values(rows).execute()
  return true
}

export async function findExecutive(db: Db, cipher: FieldCipher, id: string): Promise<Executive | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row && openExecutive(cipher, row)
}

/** What a person agreed to, oldest first. */
export function consentsOf(db: Db, executiveId: string): Promise<Consent[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'version', 'language', 'words_sha256'])
    .select(['given_at', 'verified_at', 'notice_version', 'notice_sha256'])
    .where('executive_id', '=', executiveId)
    .orderBy('given_at')
    .execute()
}

/** Who registered with a transaction; undefined when nobody did. */
export async function registeredWith(
  db: Db,
  transactionId: string,
): Promise<{ id: string; aadhaarIndex: string } | undefined> {
  return db
    .selectFrom(table)
    .innerJoin('mandates', 'mandates.executive_id', 'executives.id')
    .select(['executives.id', 'executives.aadhaar_index as aadhaarIndex'])
    .where('mandates.transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/** Whether somebody with this number is registered, or somebody else with this phone. */
export async function takenBy(
  db: Db,
  cipher: FieldCipher,
  person: { aadhaarIndex: string; phone: string },
): Promise<'same person' | 'same phone' | undefined> {
  const rows = await db
    .selectFrom(table)
    .select('aadhaar_index')
    .where((e) =>
      e.or([
        e('aadhaar_index', '=', person.aadhaarIndex),
        e('phone_index', '=', phoneIndex(cipher, person.phone)),
      ]),
    )
    .execute()
  if (rows.length === 0) return undefined
  return rows.some((row) => row.aadhaar_index === person.aadhaarIndex) ? 'same person' : 'same phone'
}

/** Those of these people whose mandate failed. */
export async function withFailedMandate(
  db: Db,
  cipher: FieldCipher,
  ids: readonly string[],
): Promise<Executive[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .innerJoin('mandates', 'mandates.id', 'executives.mandate_id')
    .selectAll('executives')
    .where('executives.id', 'in', ids)
    .where('mandates.status', 'in', failedStatuses)
    .execute()
  return rows.map((row) => openExecutive(cipher, row))
}

/** Replaces a record's mandate if that failed; whether it was replaced. */
export async function replaceFailedMandate(
  trx: Db,
  { executiveId, mandateId }: { executiveId: string; mandateId: string },
): Promise<boolean> {
  const replaced = await trx
    .updateTable(table)
    .set({ mandate_id: mandateId })
    .where('id', '=', executiveId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('mandates')
          .select('mandates.id')
          .whereRef('mandates.id', '=', 'executives.mandate_id')
          .where('mandates.status', 'in', failedStatuses),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** People oldest first from `since` (milliseconds) on. One that does not decrypt is reported to `unreadable` and left out. */
export async function* listExecutives(
  db: Db,
  cipher: FieldCipher,
  { since, unreadable }: { since: number; unreadable(id: string): void },
): AsyncGenerator<Executive> {
  const pages = inPages(db.selectFrom(table).selectAll(), since)
  for await (const rows of pages) yield* readable(rows, (row) => openExecutive(cipher, row), unreadable)
}
