import { sql } from 'kysely'
import {
  recordKind,
  type RecordKind,
  type RecordRow,
  type RecordStatus,
} from '#contract/schemas/staff-records.ts'
import {
  applicationPhone,
  documentsOf,
  openApplication,
  type StoredApplication,
} from '#server/features/careers/store.ts'
import { openEnquiry, type StoredEnquiry } from '#server/features/enquiries/store.ts'
import { type Executive, openExecutive } from '#server/features/onboarding/registration/store.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { fieldsOfBits } from '#server/platform/db/records.ts'

/** What a visitor sent, by kind; undefined where it does not decrypt. */
export type Sent =
  | { kind: 'enquiries'; sent: StoredEnquiry | undefined }
  | { kind: 'applications'; sent: StoredApplication | undefined }
  | { kind: 'executives'; sent: Executive | undefined }

/** A record as staff see it. */
export type DeskRecord = Sent & {
  id: string
  reference: string
  createdAt: number
  status: RecordStatus
  /** Empty for nobody. */
  assignedTo: string
  version: number
  documents: string[]
  mandate: RecordRow['mandate']
  /** The id of the application that superseded it; empty for none. */
  supersededBy: string
}

/** A page of records with where the next one begins; null at the end. */
export interface Page {
  records: DeskRecord[]
  next: Position | null
}

/** Records of a kind in the order of these ids; those that are gone are left out. */
export async function readRecords(
  { db, cipher }: DeskStores,
  kind: RecordKind,
  ids: readonly string[],
): Promise<DeskRecord[]> {
  if (ids.length === 0) return []
  const found = await readers[kind](db, cipher, ids)
  const byId = new Map(found.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Reader = (db: Db, cipher: FieldCipher, ids: readonly string[]) => Promise<DeskRecord[]>

const readers: Record<RecordKind, Reader> = {
  enquiries: readEnquiries,
  applications: readApplications,
  executives: readExecutives,
}

interface CommonRow {
  id: string
  reference: string
  created_at: number
  status: RecordStatus
  assigned_to: string
  version: number
}

function common({ id, reference, created_at, status, assigned_to, version }: CommonRow) {
  return {
    ...{ id, reference, version, createdAt: created_at, assignedTo: assigned_to },
    status,
  }
}

async function readEnquiries(db: Db, cipher: FieldCipher, ids: readonly string[]): Promise<DeskRecord[]> {
  const rows = await db.selectFrom('enquiries').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    ...common(row),
    ...{ kind: 'enquiries', documents: [], mandate: null, supersededBy: '' },
    sent: openOr(() => openEnquiry(cipher, row), undefined),
  }))
}

async function readApplications(db: Db, cipher: FieldCipher, ids: readonly string[]): Promise<DeskRecord[]> {
  const rows = await db.selectFrom('applications').selectAll().where('id', 'in', ids).execute()
  const documents = Map.groupBy(await documentsOf(db, ids), (document) => document.application_id)
  return rows.map((row) => ({
    ...common(row),
    ...{ kind: 'applications', mandate: null, supersededBy: row.superseded_by },
    documents: fieldsOfBits(row.documents),
    sent: openOr(() => openApplication(cipher, row, documents.get(row.id) ?? []), undefined),
  }))
}

async function readExecutives(db: Db, cipher: FieldCipher, ids: readonly string[]): Promise<DeskRecord[]> {
  const rows = await db.selectFrom('executives').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    ...common(row),
    ...{ kind: 'executives', documents: ['photo'], mandate: row.mandate_status, supersededBy: '' },
    sent: openOr(() => openExecutive(cipher, row), undefined),
  }))
}

/** A record by what staff name it. */
export interface RecordName {
  kind: RecordKind
  reference: string
}

/** The record of that name; undefined where there is none. */
export async function findByReference(
  deps: DeskStores,
  { kind, reference }: RecordName,
): Promise<DeskRecord | undefined> {
  const named = deps.db.selectFrom(kind).select('id').where('reference', '=', reference)
  const row = await named.executeTakeFirst()
  return row && (await readRecords(deps, kind, [row.id]))[0]
}

/** What was learnt of a person's mandates, without the gateway's answers. */
export function mandateEventsOf(db: Db, executiveId: string) {
  const own = db
    .selectFrom('mandates')
    .select('id')
    .where((e) => e.or([e('executive_id', '=', executiveId), e('retry_of', '=', executiveId)]))
  return db
    .selectFrom('mandate_events')
    .select(['at', 'source', 'status'])
    .where('mandate_id', 'in', own)
    .orderBy('at')
    .execute()
}

/** A record that has an e-mail or a phone which was looked for. */
interface OfContact extends Position {
  kind: RecordKind
  reference: string
  same: ('email' | 'phone')[]
  /** That it is the phone of a registration, which a code verified. */
  verified: boolean
}

/** Records in which a person wrote one of these, the newest `count` of each kind: keyed indexes alone are compared. */
export async function recordsOfContact(
  { db, cipher }: DeskStores,
  { email, phone, count }: { email?: string; phone?: string; count: number },
): Promise<OfContact[]> {
  const ofKind = async (kind: RecordKind): Promise<OfContact[]> => {
    const phoneColumn = kind === 'applications' ? applicationPhone : sql<string>`phone_index`
    const index = (of: 'email' | 'phone', text: string) => cipher.index(`${kind}.${of}`, text)
    const emailIndex = email === undefined ? '' : index('email', email.toLowerCase())
    const phoneIndex = phone === undefined ? '' : index('phone', phone)
    const rows = await db
      .selectFrom(kind)
      .select(['id', 'reference', 'created_at', 'email_index', phoneColumn.as('phone_index')])
      .where((e) => e.or([e('email_index', '=', emailIndex), e(phoneColumn, '=', phoneIndex)]))
      .orderBy('created_at', 'desc')
      .limit(count)
      .execute()
    return rows.map(({ email_index, phone_index, ...row }) => {
      const isPhone = phone_index === phoneIndex
      const same = [
        ...(email_index === emailIndex ? ['email' as const] : []),
        ...(isPhone ? ['phone' as const] : []),
      ]
      return { ...row, kind, same, verified: isPhone && kind === 'executives' }
    })
  }
  return (await Promise.all(recordKind.options.map(ofKind))).flat()
}

const nameColumns = { enquiries: 'name', applications: 'full_name', executives: 'name' } as const

/** The names of records of any kind, as far as they decrypt. */
export async function namesOf(
  { db, cipher }: DeskStores,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  if (ids.length === 0) return names
  for (const [table, column] of Object.entries(nameColumns)) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(
      db,
    )
    for (const { id, name } of rows)
      names.set(
        id,
        openOr(() => cipher.decrypt({ table, column, row: id }, name), ''),
      )
  }
  return names
}
