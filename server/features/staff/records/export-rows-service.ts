import { maskAadhaar } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import { newerThan } from '#server/features/careers/replacement-store.ts'
import { listApplications, type StoredApplication } from '#server/features/careers/store.ts'
import { listEnquiries, type StoredEnquiry } from '#server/features/enquiries/store.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { consentsOf, type Executive, listExecutives } from '#server/features/onboarding/registration/store.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { unreadableText } from '#contract/messages/staff-timeline.ts'
import type { DeskRecord } from './read-store.ts'

/** A row as it is written: text, or null where there is nothing. */
export type Row = Record<string, string | null>

/** Which rows, and how they are shown. */
export interface RowQuery {
  /** Milliseconds since 1970. */
  since: number
  /** Whether personal values are shown in full. */
  reveal: boolean
  /** Called with the id of each row that cannot be decrypted. */
  unreadable(id: string): void
}

interface Export {
  columns: string[]
  /** The personal values that are masked unless the query reveals them. */
  masked: string
  /** Rows oldest first. */
  rows(deps: DeskStores, query: RowQuery): AsyncIterable<Row>
}

const contact = ['email', 'phone']

const kinds: Record<RecordKind, Export> = {
  enquiries: {
    columns: ['id', 'created_at', 'name', ...contact, 'enquiry', 'suspect', 'notice', 'language'],
    masked: 'e-mail and phone',
    rows: enquiryRows,
  },
  applications: {
    columns: [
      ...['id', 'created_at', 'full_name', ...contact],
      ...['date_of_birth', 'address', 'documents', 'notice', 'language', 'superseded_by'],
    ],
    masked: 'e-mail and phone',
    rows: applicationRows,
  },
  executives: {
    columns: [
      ...['id', 'created_at', 'name', ...contact, 'gender', 'dob'],
      ...['address', 'city', 'state', 'country', 'pincode', 'aadhaar_no', 'notice'],
      ...['transaction_id', 'mandate', 'mandate_reg_no', 'account_name', 'account_no', 'ifsc_code'],
      'language',
    ],
    masked: 'e-mail, phone and account number',
    rows: executiveRows,
  },
}
export const exports = new Map(Object.entries(kinds))

function contactOf({ email, phone }: { email: string; phone: string }, reveal: boolean): Row {
  return { email: reveal ? email : maskEmail(email), phone: reveal ? phone : maskNumber(phone) }
}

async function* enquiryRows({ db, cipher }: DeskStores, query: RowQuery): AsyncGenerator<Row> {
  for await (const stored of listEnquiries(db, cipher, query)) yield enquiryRow(stored, query.reveal)
}

function enquiryRow(stored: StoredEnquiry, reveal: boolean): Row {
  const { id, name, enquiry, suspect, notice, language } = stored
  const created_at = new Date(stored.createdAt).toISOString()
  return { id, created_at, name, ...contactOf(stored, reveal), enquiry, suspect, notice, language }
}

async function* applicationRows({ db, cipher }: DeskStores, query: RowQuery): AsyncGenerator<Row> {
  for await (const stored of listApplications(db, cipher, query)) {
    const superseded_by = (await newerThan(db, stored.id)) ?? ''
    yield { ...applicationRow(stored, query.reveal), superseded_by }
  }
}

function applicationRow(stored: StoredApplication, reveal: boolean): Row {
  const { id, full_name, date_of_birth, address, notice, language } = stored
  const created_at = new Date(stored.createdAt).toISOString()
  const documents = stored.documents.map(({ field, kind, scan }) => `${field} (${kind}, ${scan})`).join('; ')
  const rest = { date_of_birth, address, documents, notice, language }
  return { id, created_at, full_name, ...contactOf(stored, reveal), ...rest }
}

/** Registered people, each with the mandate that counts and the notice they saw at the first Verify. */
async function* executiveRows(deps: DeskStores, query: RowQuery): AsyncGenerator<Row> {
  const shown = { contact: query.reveal, accounts: query.reveal }
  for await (const person of listExecutives(deps.db, deps.cipher, query))
    yield executiveRow(deps, person, shown)
}

async function executiveRow(
  { db, cipher }: DeskStores,
  person: Executive,
  shown: { contact: boolean; accounts: boolean },
): Promise<Row> {
  const [firstConsent] = await consentsOf(db, person.id)
  const mandate = await findMandate(db, cipher, { id: person.mandate_id })
  const accountNo = mandate?.accountNo ?? ''
  return {
    ...personRow(person, shown.contact),
    notice: firstConsent?.notice_version ?? null,
    transaction_id: mandate?.transactionId ?? '',
    mandate: mandate?.status ?? '',
    mandate_reg_no: mandate?.regNo ?? '',
    account_name: mandate?.accountName ?? '',
    account_no: shown.accounts ? accountNo : maskAccount(accountNo),
    ifsc_code: mandate?.ifscCode ?? '',
    language: person.language,
  }
}

function personRow(person: Executive, reveal: boolean): Row {
  const { reference, name, gender, dob, address, city, state, country, pincode } = person
  return {
    ...{ id: reference, created_at: new Date(person.created_at).toISOString(), name },
    ...contactOf(person, reveal),
    ...{ gender, dob, address, city, state, country, pincode },
    aadhaar_no: maskAadhaar(person.aadhaar_last_four),
  }
}

/** The columns of an export at the desk: ids of the database are no matter of a file that people pass on. */
export function deskColumns(kind: RecordKind): string[] {
  const [, ...rest] = kinds[kind].columns
  return ['reference', 'status', 'assigned_to', ...rest]
}

/** A record as a row of the desk's export: contact in full, account numbers masked; one that does not decrypt says so. */
export async function deskRow(
  deps: DeskStores,
  record: DeskRecord,
  people: ReadonlyMap<string, string>,
): Promise<Row> {
  const { reference, status, createdAt } = record
  const assigned_to = people.get(record.assignedTo) ?? ''
  const created_at = new Date(createdAt).toISOString()
  const superseded_by = record.supersededBy === '' ? '' : await newerThan(deps.db, record.id)
  const work = { reference, status, assigned_to, created_at, superseded_by }
  if (!record.sent) return { ...work, name: unreadableText, full_name: unreadableText }
  if (record.kind === 'enquiries') return { ...enquiryRow(record.sent, true), ...work }
  if (record.kind === 'applications') return { ...applicationRow(record.sent, true), ...work }
  return { ...(await executiveRow(deps, record.sent, { contact: true, accounts: false })), ...work }
}
