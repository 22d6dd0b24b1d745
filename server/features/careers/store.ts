import { sql } from 'kysely'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ApplicationFileRow, ApplicationRow } from '#server/platform/db/schema.ts'
import { documentBits, freshReferences } from '#server/platform/db/records.ts'
import { insertSearchTokens } from '#server/platform/db/search-tokens.ts'
import { inPages } from '#server/platform/db/tables.ts'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import { noticeColumns, type ShownWords, storedWords } from '#server/platform/shown-words.ts'
import { readable, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

export interface StoredDocument {
  id: string
  field: string
  name: string
  kind: string
  size: number
  scan: ApplicationFileRow['scan']
}

export interface StoredApplication extends Omit<CareerApplication, 'address'> {
  id: string
  createdAt: number
  /** Empty when none was given. */
  address: string
  /** The version of the notice that was shown; null when the caller named none. */
  notice: string | null
  /** Of that notice; absent where it is not known. */
  noticeWords?: ShownWords | undefined
  /** In which the person reads. */
  language: Language
  documents: StoredDocument[]
}

const table = 'applications' as const
type EncryptedColumn = 'full_name' | 'email' | 'phone' | 'date_of_birth' | 'address'

/** The keyed indices under which an application is found. */
export function indices(cipher: FieldCipher, person: { email: string; phone: string }) {
  return {
    email_index: cipher.index('applications.email', person.email.toLowerCase()),
    phone_index: cipher.index('applications.phone', person.phone),
  }
}

/** The keyed index of the phone, also of an application whose claim to it a later one took (`makeRoom`). */
export const applicationPhone = sql<string>`substr(phone_index, 1, 22)`

/**
 * The application of this e-mail or this phone which none superseded, the newest first; `isBoth` where it has both. One
 * without any document came while there was no room for them, since the form asks for one.
 */
export async function earlierApplication(
  db: Db,
  cipher: FieldCipher,
  person: { email: string; phone: string },
): Promise<{ createdAt: number; isBoth: boolean; hasDocuments: boolean } | undefined> {
  const { email_index, phone_index } = indices(cipher, person)
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where((e) => e.or([e('email_index', '=', email_index), e('phone_index', '=', phone_index)]))
    .where('superseded_by', '=', sql.lit(''))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!row) return undefined
  const isBoth = row.email_index === email_index && row.phone_index === phone_index
  return { createdAt: row.created_at, isBoth, hasDocuments: row.documents > 0 }
}

/** What the search finds an application by. */
function findable({ id, createdAt, full_name: name, address: text }: StoredApplication) {
  return { id, createdAt, name, place: { of: table, text } }
}

/** Inserts an application with its documents; false when that e-mail or phone was there first. */
export async function insertApplication(
  db: Db,
  cipher: FieldCipher,
  application: StoredApplication,
): Promise<boolean> {
  const { id, createdAt, language, documents } = application
  const encrypted = (column: EncryptedColumn) =>
    cipher.encrypt({ table, column, row: id }, application[column])
  const [reference = ''] = await freshReferences(db, table, 1)
  const inserted = await db
    .insertInto(table)
    .values({
      ...{ id, reference, created_at: createdAt, language },
      ...{ status: 'new', assigned_to: '', version: 1, superseded_by: '' },
      documents: documentBits(documents.map(({ field }) => field)),
      full_name: encrypted('full_name'),
      email: encrypted('email'),
      phone: encrypted('phone'),
      date_of_birth: encrypted('date_of_birth'),
      address: encrypted('address'),
      ...noticeColumns(application),
      ...indices(cipher, application),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertSearchTokens(db, cipher, [findable(application)])
  const rows = documents.map((document) => ({
    ...document,
    application_id: id,
    name: cipher.encrypt({ table: 'application_files', column: 'name', row: document.id }, document.name),
  }))
  if (rows.length > 0) await db.insertInto('application_files').values(rows).execute()
  await settleFiles(
    db,
    rows.map((row) => row.id),
  )
  return true
}

function decryptDocument(cipher: FieldCipher, row: ApplicationFileRow): StoredDocument {
  const { id, field, kind, size, scan } = row
  const name = cipher.decrypt({ table: 'application_files', column: 'name', row: id }, row.name)
  return { id, field, name, kind, size, scan }
}

/** A stored row with its documents decrypted; throws `DecryptError` where one was altered. */
export function openApplication(
  cipher: FieldCipher,
  row: ApplicationRow,
  documents: ApplicationFileRow[],
): StoredApplication {
  const decrypted = (column: EncryptedColumn) => cipher.decrypt({ table, column, row: row.id }, row[column])
  return {
    id: row.id,
    createdAt: row.created_at,
    full_name: decrypted('full_name'),
    email: decrypted('email'),
    phone: decrypted('phone'),
    date_of_birth: decrypted('date_of_birth'),
    address: decrypted('address'),
    notice: row.notice_version,
    noticeWords: storedWords(row),
    language: storedLanguage(row.language),
    documents: documents.map((document) => decryptDocument(cipher, document)),
  }
}

/** The application of that id with its documents, or undefined. */
export async function findApplication(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<StoredApplication | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return openApplication(cipher, row, await documentsOf(db, [id]))
}

/** The documents of these applications as they are stored. */
export function documentsOf(db: Db, ids: readonly string[]): Promise<ApplicationFileRow[]> {
  return db
    .selectFrom('application_files')
    .selectAll()
    .where('application_id', 'in', ids)
    .orderBy('field')
    .execute()
}

/**
 * Applications oldest first from `since` (milliseconds) on. The id of one that cannot be decrypted (altered, or
 * another key) goes to `unreadable`, and the row is skipped.
 */
export async function* listApplications(
  db: Db,
  cipher: FieldCipher,
  { since, unreadable }: { since: number; unreadable(id: string): void },
): AsyncGenerator<StoredApplication> {
  const pages = inPages(db.selectFrom(table).selectAll(), since)
  for await (const rows of pages) {
    const ids = rows.map((row) => row.id)
    const documents = Map.groupBy(await documentsOf(db, ids), (document) => document.application_id)
    yield* readable(rows, (row) => openApplication(cipher, row, documents.get(row.id) ?? []), unreadable)
  }
}
