import { type SelectQueryBuilder, sql } from 'kysely'
import { nameKey, type Personal, recordFields, type Written } from '#contract/fields/records.ts'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import { type DocumentField, documentFieldNames } from '#contract/fields/application.ts'
import {
  recordKind,
  type RecordKind,
  recordKinds,
  type RecordStatus,
  recordStatuses,
} from '#contract/schemas/staff-records.ts'
import { type FieldCipher, openOr, readable } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Database, RecordRow } from '#server/platform/db/schema.ts'
import { inPages } from '#server/platform/db/pages.ts'
import { newReference } from '#server/platform/ids.ts'
import { type ShownWords, storedWords } from '#server/platform/consent-text-hash.ts'
import { deleteRecordTraces } from './timeline-store.ts'
import { insertSearchTokens, searchText } from './search-store.ts'

const table = 'records'

/** The part of a record that is not personal. */
export interface RecordHead<Kind extends RecordKind = RecordKind> {
  kind: Kind
  id: string
  reference: string
  createdAt: number
  status: RecordStatus
  /** Empty if assigned to nobody. */
  assignedTo: string
  version: number
  /** The language of the person. */
  language: Language
  suspect: string | null
  /** The version of the notice that was shown; null if the caller named none. */
  notice: string | null
  /** The words of that notice; absent if they are not known. */
  noticeWords?: ShownWords | undefined
  /** The form fields that have a document. */
  documentFields: DocumentField[]
  /** The id of the record that superseded this one, or `gone`; otherwise empty. */
  supersededBy: string
  mandateStatus: RecordRow['mandate_status']
}

/** A decrypted record: its head, and the text of each field. */
export type OpenRecord<Kind extends RecordKind> = RecordHead<Kind> & Personal<Kind>

export type NewRecord<Kind extends RecordKind> = Written<Kind> &
  Pick<RecordHead, 'id' | 'createdAt' | 'language'> &
  Partial<Pick<RecordHead, 'suspect' | 'notice' | 'noticeWords' | 'documentFields'>>

/** Which contacts no two records of a kind may share; superseded applications do not count. */
const claims: Record<RecordKind, { email: boolean; phone: boolean }> = {
  enquiries: { email: false, phone: false },
  applications: { email: true, phone: true },
  executives: { email: false, phone: true },
}

/** Returns the keyed indices by which a person's records are found, and those that a record of this kind claims. */
export function contactIndices(
  cipher: Pick<FieldCipher, 'index'>,
  kind: RecordKind,
  { email, phone }: { email: string; phone: string },
) {
  return {
    email_index: cipher.index('records.email', email.toLowerCase()),
    phone_index: cipher.index('records.phone', phone),
    email_claim: cipher.index(`${kind}.email`, email.toLowerCase()),
    phone_claim: cipher.index(`${kind}.phone`, phone),
  }
}

export type Texts = Readonly<Record<string, string>>

function findable(kind: RecordKind, { id, createdAt }: { id: string; createdAt: number }, personal: object) {
  const text = (search: 'name' | 'place') => searchText(kind, search, personal)
  return { id, createdAt, name: text('name'), place: text('place') }
}

/** Returns the texts of a kind's fields; missing ones are empty. */
function personalOf(kind: RecordKind, written: object): Record<string, string> {
  const given = written as Record<string, string | undefined>
  return Object.fromEntries(recordFields[kind].map(({ key }) => [key, given[key] ?? '']))
}

/**
 * Inserts the records that do not exist yet and returns their ids. The personal part is encrypted to its row. A
 * record whose e-mail or phone is claimed by another one counts as existing.
 */
export async function insertRecords<Kind extends RecordKind>(
  trx: Db,
  cipher: FieldCipher,
  { kind, records }: { kind: Kind; records: readonly NewRecord<Kind>[] },
): Promise<string[]> {
  const references = await freshReferences(trx, kind, records.length)
  const rows = records.map((record, at) => encryptedRow(cipher, kind, record, references[at] ?? ''))
  const inserted = await trx
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => (claims[kind].phone ? conflict.doNothing() : conflict.column('id').doNothing()))
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  const added = records.filter(({ id }) => ids.has(id))
  const found = added.map((record) => findable(kind, record, record))
  if (added.length > 0) await insertSearchTokens(trx, cipher, found)
  return [...ids]
}

function encryptedRow<Kind extends RecordKind>(
  cipher: FieldCipher,
  kind: Kind,
  record: NewRecord<Kind>,
  reference: string,
): RecordRow {
  const { id, createdAt, language, suspect = null, notice = null, noticeWords, documentFields = [] } = record
  const indices = contactIndices(cipher, kind, record as unknown as { email: string; phone: string })
  const personal = personalOf(kind, record)
  return {
    ...{ id, kind, reference, language, suspect, created_at: createdAt },
    ...{ status: recordStatuses[kind][0], assigned_to: '', version: 1 },
    personal: encryptPersonal(cipher, id, personal),
    ...{ ...indices, email_proven: 0, sector: personal['sector'] ?? '' },
    ...(claims[kind].email ? {} : { email_claim: null }),
    ...(claims[kind].phone ? {} : { phone_claim: null }),
    notice_version: notice,
    ...{ notice_language: noticeWords?.language ?? null, notice_sha256: noticeWords?.sha256 ?? null },
    ...{ documents: documentBits(documentFields), interview_at: null },
    ...{ superseded_by: '', mandate_status: null, link_number: 0, reminders_off: 0 },
    ...{ changed_at: createdAt, last_contact_at: createdAt },
  }
}

/** Returns unused references for new records of a kind. */
async function freshReferences(db: Db, kind: RecordKind, count: number): Promise<string[]> {
  const fresh = new Set<string>()
  while (fresh.size < count) {
    const made = Array.from({ length: count - fresh.size }, () => newReference(recordKinds[kind]))
    const taken = await db.selectFrom(table).select('reference').where('reference', 'in', made).execute()
    const known = new Set(taken.map(({ reference }) => reference))
    made.filter((one) => !known.has(one)).forEach((one) => fresh.add(one))
  }
  return [...fresh]
}

/** Encodes the existing documents as bits; the first field of the form is the lowest bit. */
export function documentBits(fields: readonly string[]): number {
  return documentFieldNames.reduce((bits, name, at) => bits | (fields.includes(name) ? 1 << at : 0), 0)
}

function place(id: string) {
  return { table, column: 'personal', row: id }
}

function encryptPersonal(cipher: FieldCipher, id: string, personal: Texts): string {
  return cipher.encrypt(place(id), JSON.stringify(personal))
}

function headOf(row: RecordRow): RecordHead {
  const { id, kind, reference, status, version, suspect } = row
  return {
    ...{ id, kind, reference, status, version, suspect },
    ...{ createdAt: row.created_at, assignedTo: row.assigned_to },
    language: storedLanguage(row.language),
    ...{ notice: row.notice_version, noticeWords: storedWords(row) },
    documentFields: documentFieldNames.filter((_, at) => (row.documents & (1 << at)) !== 0),
    supersededBy: row.superseded_by,
    mandateStatus: row.mandate_status,
  }
}

/**
 * Decrypts the personal part of a row; fields that are newer than the row are empty. Throws `DecryptError` if it was
 * altered.
 */
function openPersonal(cipher: FieldCipher, row: RecordRow): Texts {
  const written = JSON.parse(cipher.decrypt(place(row.id), row.personal)) as Texts
  return { ...personalOf(row.kind, {}), ...written }
}

/** A record as staff see it; its personal part is undefined if it cannot be decrypted. */
export interface DeskRecord extends RecordHead {
  changedAt: number
  personal: Texts | undefined
}

/** Does not throw for a damaged record, which must not hide the others. */
export function deskRecord(cipher: FieldCipher, row: RecordRow): DeskRecord {
  const changedAt = row.changed_at
  return { ...headOf(row), changedAt, personal: openOr(() => openPersonal(cipher, row), undefined) }
}

/** Returns the contact that every kind of record has; empty if it cannot be decrypted. */
export function contactOf({ kind, personal = {} }: Pick<DeskRecord, 'kind' | 'personal'>) {
  const { email = '', phone = '' } = personal
  return { name: personal[nameKey(kind)] ?? '', email, phone }
}

/** Decrypts a stored row; throws `DecryptError` if it was altered. */
export function openRecord<Kind extends RecordKind>(cipher: FieldCipher, row: RecordRow): OpenRecord<Kind> {
  return { ...headOf(row), ...openPersonal(cipher, row) } as unknown as OpenRecord<Kind>
}

export function recordsOf(db: Db, kind: RecordKind): SelectQueryBuilder<Database, 'records', RecordRow> {
  return db.selectFrom(table).selectAll(table).where('records.kind', '=', kind)
}

/** Returns the record with that id, or undefined if it was erased. */
export async function findRecord<Kind extends RecordKind>(
  db: Db,
  cipher: FieldCipher,
  { kind, id }: { kind: Kind; id: string },
): Promise<OpenRecord<Kind> | undefined> {
  const row = await recordsOf(db, kind).where('id', '=', id).executeTakeFirst()
  return row && openRecord<Kind>(cipher, row)
}

/** Which records a listing reads: oldest first from `since` (milliseconds). */
export interface Listing {
  since: number
  /** Called with the id of a record that cannot be decrypted (altered, or another key) and is left out. */
  unreadable(id: string): void
}

/** Yields the records of a kind with one page in memory at a time. */
export async function* listRecords<Kind extends RecordKind>(
  db: Db,
  cipher: FieldCipher,
  { kind, since, unreadable }: Listing & { kind: Kind },
): AsyncGenerator<OpenRecord<Kind>> {
  for await (const rows of inPages(recordsOf(db, kind), since))
    yield* readable(rows, (row) => openRecord<Kind>(cipher, row), unreadable)
}

/** Returns references and statuses of the records among these ids. */
export function recordsNamed(db: Db, ids: readonly string[]) {
  return db.selectFrom(table).select(['id', 'kind', 'reference', 'status']).where('id', 'in', ids).execute()
}

export async function recordNamed(db: Db, id: string) {
  const [named] = await recordsNamed(db, [id])
  return named
}

/**
 * Deletes records of any kind with their data at the desk, in the caller's transaction; returns the deleted rows by
 * table.
 */
export async function deleteRecords(trx: Db, ids: readonly string[]): Promise<Record<string, number>> {
  if (ids.length === 0) return {}
  const gone = await trx.deleteFrom(table).where('id', 'in', ids).returning('kind').execute()
  const kinds = Object.entries(Object.groupBy(gone, ({ kind }) => kind))
  const counts = Object.fromEntries(kinds.map(([kind, rows]) => [kind, rows.length]))
  return { ...counts, ...(await deleteRecordTraces(trx, ids)) }
}

/** Returns records of any kind by ids or references; erased ones are left out. */
export async function readRecords(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  all: readonly string[],
  by: 'id' | 'reference' = 'id',
): Promise<DeskRecord[]> {
  const rows = all.length === 0 ? [] : await db.selectFrom(table).selectAll().where(by, 'in', all).execute()
  return rows.map((row) => deskRecord(cipher, row))
}

/** A record with an e-mail or phone that was searched for. */
export interface OfContact {
  record: DeskRecord
  same: ('email' | 'phone')[]
  /** Whether the phone belongs to a registration, where a code verified it. */
  verified: boolean
}

/** Returns the newest `count` records of each kind with one of these contacts. Only keyed indexes are compared. */
export async function recordsOfContact(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  { email, phone, count }: { email?: string; phone?: string; count: number },
): Promise<OfContact[]> {
  const ofKind = async (kind: RecordKind): Promise<OfContact[]> => {
    const wanted = contactIndices(cipher, kind, { email: email ?? '', phone: phone ?? '' })
    const isEmail = (index: string) => email !== undefined && index === wanted.email_index
    const isPhone = (index: string) => phone !== undefined && index === wanted.phone_index
    const rows = await recordsOf(db, kind)
      .where((e) =>
        e.or([
          ...(email === undefined ? [] : [e('email_index', '=', wanted.email_index)]),
          ...(phone === undefined ? [] : [e('phone_index', '=', wanted.phone_index)]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(count)
      .execute()
    return rows.map((row) => ({
      record: deskRecord(cipher, row),
      same: [
        ...(isEmail(row.email_index) ? ['email' as const] : []),
        ...(isPhone(row.phone_index) ? ['phone' as const] : []),
      ],
      verified: kind === 'executives' && isPhone(row.phone_index),
    }))
  }
  return (await Promise.all(recordKind.options.map(ofKind))).flat()
}

/**
 * Changes a person's texts with their indexes, claims and search words, in the caller's transaction. Returns false if
 * another record of this kind claims the e-mail or phone, undefined if the record is gone.
 */
export async function changePersonal(
  trx: Db,
  cipher: FieldCipher,
  { id, texts, at }: { id: string; texts: Texts; at: number },
): Promise<boolean | undefined> {
  const row = await trx
    .updateTable(table)
    .set({ version: sql`version + 1`, changed_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { kind } = row
  const personal = { ...openPersonal(cipher, row), ...texts }
  const { email = '', phone = '' } = personal
  const indices = contactIndices(cipher, kind, { email, phone })
  // A superseded record has no claims.
  const email_claim = row.email_claim === null ? null : indices.email_claim
  const phone_claim = row.phone_claim === null ? null : indices.phone_claim
  const email_proven = row.email_index === indices.email_index ? row.email_proven : 0
  const kept = { email_claim, phone_claim, email_proven }
  const others = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '<>', id)
    .where((e) => e.or([e('email_claim', '=', email_claim), e('phone_claim', '=', phone_claim)]))
    .execute()
  if (others.length > 0) return false
  await trx
    .updateTable(table)
    .set({ ...indices, ...kept, personal: encryptPersonal(cipher, id, personal) })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('search_tokens').where('record_id', '=', id).execute()
  await insertSearchTokens(trx, cipher, [findable(kind, { id, createdAt: row.created_at }, personal)])
  return true
}

/** Stores which documents a record has, in the caller's transaction. */
export async function setDocuments(trx: Db, id: string, fields: readonly string[]): Promise<void> {
  const documents = documentBits(fields)
  await trx.updateTable(table).set({ documents }).where('id', '=', id).execute()
}

export interface WorkChange {
  status?: RecordStatus | undefined
  /** Empty for nobody. */
  assignedTo?: string | undefined
}

/** Changes a record that the caller holds, and counts the change. */
export async function updateWork(
  trx: Db,
  { id, at, status, assignedTo }: WorkChange & { id: string; at: number },
): Promise<void> {
  await trx
    .updateTable(table)
    .set({
      version: sql`version + 1`,
      changed_at: at,
      ...(status === undefined ? {} : { status }),
      ...(assignedTo === undefined ? {} : { assigned_to: assignedTo }),
    })
    .where('id', '=', id)
    .execute()
}

/** Locks records of a kind against erasure until the transaction ends; returns those that still exist. */
export async function holdRecords(
  trx: Db,
  kind: RecordKind,
  by: { ids: readonly string[] } | { references: readonly string[] },
): Promise<RecordHead[]> {
  const [column, values] = 'ids' in by ? (['id', by.ids] as const) : (['reference', by.references] as const)
  const held = await trx
    .updateTable(table)
    .set({ version: sql.ref('version') })
    .where('kind', '=', kind)
    .where(column, 'in', values)
    .returningAll()
    .execute()
  return held.map(headOf)
}
