import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { EnquiryRow } from '#server/platform/db/schema.ts'
import { freshReferences } from '#server/platform/db/records.ts'
import { insertSearchTokens } from '#server/platform/db/search-tokens.ts'
import { inPages } from '#server/platform/db/tables.ts'
import { noticeColumns, type ShownWords, storedWords } from '#server/platform/shown-words.ts'
import { readable, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

export interface StoredEnquiry extends Enquiry {
  id: string
  createdAt: number
  suspect: string | null
  /** The version of the notice that was shown; null when the caller named none. */
  notice: string | null
  /** Of that notice; absent where it is not known. */
  noticeWords?: ShownWords | undefined
  /** In which the person reads. */
  language: Language
}

const table = 'enquiries'

function encryptRow(cipher: FieldCipher, enquiry: StoredEnquiry, reference: string): EnquiryRow {
  const { id } = enquiry
  const encrypted = (column: keyof Enquiry) => cipher.encrypt({ table, column, row: id }, enquiry[column])
  return {
    id,
    created_at: enquiry.createdAt,
    name: encrypted('name'),
    email: encrypted('email'),
    email_index: cipher.index('enquiries.email', enquiry.email.toLowerCase()),
    phone: encrypted('phone'),
    phone_index: cipher.index('enquiries.phone', enquiry.phone),
    enquiry: encrypted('enquiry'),
    suspect: enquiry.suspect,
    ...noticeColumns(enquiry),
    language: enquiry.language,
    ...{ reference, status: 'new', assigned_to: '', version: 1 },
  }
}

/**
 * Inserts the enquiries that are not there yet, each with its personal columns encrypted to its very row, a reference, and
 * what the search finds it by; answers how many.
 */
export async function insertEnquiries(
  db: Db,
  cipher: FieldCipher,
  enquiries: readonly StoredEnquiry[],
): Promise<number> {
  const references = await freshReferences(db, table, enquiries.length)
  const inserted = await db
    .insertInto(table)
    .values(enquiries.map((enquiry, at) => encryptRow(cipher, enquiry, references[at] ?? '')))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  const added = enquiries.filter(({ id }) => ids.has(id))
  if (added.length > 0) await insertSearchTokens(db, cipher, added)
  return added.length
}

/** A stored row decrypted; throws `DecryptError` where it was altered. */
export function openEnquiry(cipher: FieldCipher, row: EnquiryRow): StoredEnquiry {
  const decrypted = (column: keyof Enquiry) => cipher.decrypt({ table, column, row: row.id }, row[column])
  return {
    id: row.id,
    createdAt: row.created_at,
    name: decrypted('name'),
    email: decrypted('email'),
    phone: decrypted('phone'),
    enquiry: decrypted('enquiry'),
    suspect: row.suspect,
    notice: row.notice_version,
    noticeWords: storedWords(row),
    language: storedLanguage(row.language),
  }
}

/** The enquiry of that id, or undefined when it was erased. */
export async function findEnquiry(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<StoredEnquiry | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row && openEnquiry(cipher, row)
}

/**
 * Enquiries oldest first from `since` (milliseconds) on. The id of one that cannot be decrypted (altered, or another
 * key) goes to `unreadable`, and the row is skipped.
 */
export async function* listEnquiries(
  db: Db,
  cipher: FieldCipher,
  { since, unreadable }: { since: number; unreadable(id: string): void },
): AsyncGenerator<StoredEnquiry> {
  const pages = inPages(db.selectFrom(table).selectAll(), since)
  for await (const rows of pages) yield* readable(rows, (row) => openEnquiry(cipher, row), unreadable)
}
