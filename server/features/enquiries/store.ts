import type { Enquiry } from '#contract/schemas/enquiries.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { EnquiryRow } from '#server/platform/db/schema.ts'
import { inPages, laterThan } from '#server/platform/db/tables.ts'
import { readable, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

export interface StoredEnquiry extends Enquiry {
  id: string
  createdAt: number
  suspect: string | null
  /** The version of the notice that was shown; null when the caller named none. */
  notice: string | null
}

const table = 'enquiries'

/** E-mail as the index sees it: capitals make no other mailbox. */
function normalEmail(email: string): string {
  return email.toLowerCase()
}

function encryptRow(cipher: FieldCipher, enquiry: StoredEnquiry): EnquiryRow {
  const { id } = enquiry
  const signature = (column: keyof Enquiry) => cipher.encrypt({ table, column, row: id }, enquiry[column])
  return {
    id,
    created_at: enquiry.createdAt,
    name: signature('name'),
    email: signature('email'),
    email_index: cipher.index('enquiries.email', normalEmail(enquiry.email)),
    phone: signature('phone'),
    phone_index: cipher.index('enquiries.phone', enquiry.phone),
    enquiry: signature('enquiry'),
    suspect: enquiry.suspect,
    notice_version: enquiry.notice,
  }
}

/** Inserts enquiries, each with its personal columns encrypted to its very row. */
export async function insertEnquiries(
  db: Db,
  cipher: FieldCipher,
  enquiries: readonly StoredEnquiry[],
): Promise<void> {
  await db
    .insertInto(table)
    .values(enquiries.map((enquiry) => encryptRow(cipher, enquiry)))
    .execute()
}

function decryptRow(cipher: FieldCipher, row: EnquiryRow): StoredEnquiry {
  const open = (column: keyof Enquiry) => cipher.decrypt({ table, column, row: row.id }, row[column])
  return {
    id: row.id,
    createdAt: row.created_at,
    name: open('name'),
    email: open('email'),
    phone: open('phone'),
    enquiry: open('enquiry'),
    suspect: row.suspect,
    notice: row.notice_version,
  }
}

/** The enquiry of that id, or undefined when it was erased. */
export async function findEnquiry(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<StoredEnquiry | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row && decryptRow(cipher, row)
}

const PAGE_ROWS = 500

/**
 * Enquiries oldest first from `since` (milliseconds) on. One that its key does not open (altered, or encrypted with
 * another) is told to `unreadable` and passed over.
 */
export async function* listEnquiries(
  db: Db,
  cipher: FieldCipher,
  { since, unreadable }: { since: number; unreadable(id: string): void },
): AsyncGenerator<StoredEnquiry> {
  const pages = inPages(since, (after) =>
    db
      .selectFrom(table)
      .selectAll()
      .where(laterThan(after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute(),
  )
  for await (const rows of pages) yield* readable(rows, (row) => decryptRow(cipher, row), unreadable)
}
