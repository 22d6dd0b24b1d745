import { storedLanguage } from '#contract/messages/languages.ts'
import type { TimelineEntry } from '#contract/schemas/staff-records.ts'
import { acceptance } from '#server/features/onboarding/agreement/document/agreement-data.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { AuditDetail } from '#contract/messages/staff-audit.ts'
import { recordEventsOf } from '#server/features/records/timeline-store.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { type AnyRow, primaryKeys } from '#server/platform/db/tables.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import type { Person, Privacy } from './person.ts'
import { rowsWith } from './person-store.ts'

/**
 * How a column is written in a person's file: unchanged, as a time, decrypted, as a part of its decrypted JSON, with
 * all fields of that in its place, or not at all.
 */
type How = 'plain' | 'language' | 'time' | 'decrypted' | 'json' | 'fields' | 'left out'

type ExportedTable =
  | 'records'
  | 'application_files'
  | 'executives'
  | 'consents'
  | 'agreements'
  | 'mandates'
  | 'mandate_events'

/**
 * Every column of a person's data, and how their file has it. Left out are ids, keyed indexes, names of stored files,
 * and what staff and the site count for themselves. The documents of an application are listed, and what superseded
 * it is in its timeline.
 */
export const exportedColumns: {
  [Name in ExportedTable]: Partial<Record<How, readonly (keyof Database[Name] & string)[]>>
} = {
  records: {
    language: ['language'],
    plain: ['kind', 'reference', 'status', 'suspect', 'notice_version', 'notice_language', 'notice_sha256'],
    time: ['created_at', 'changed_at', 'last_contact_at', 'interview_at'],
    fields: ['personal'],
    'left out': [
      ...(['id', 'email_index', 'phone_index', 'email_claim', 'phone_claim', 'documents'] as const),
      ...(['superseded_by', 'mandate_status', 'assigned_to', 'version', 'sector'] as const),
      ...(['link_number', 'reminders_off', 'email_proven'] as const),
    ],
  },
  application_files: {
    plain: ['field', 'kind', 'size', 'scan', 'marks'],
    decrypted: ['name', 'content'],
    'left out': ['id', 'application_id'],
  },
  executives: { 'left out': ['id', 'aadhaar_index', 'photo_file', 'mandate_id'] },
  consents: {
    language: ['language'],
    plain: ['purpose', 'version', 'notice_version', 'words_sha256', 'notice_sha256'],
    time: ['given_at', 'verified_at'],
    'left out': ['id', 'executive_id'],
  },
  agreements: {
    plain: ['number', 'kind', 'reference', 'form_sha256', 'text_sha256', 'signed_sha256'],
    time: ['created_at', 'accepted_at'],
    json: ['facts', 'acceptance'],
    'left out': ['id', 'executive_id', 'mandate_id', 'address', 'form_file', 'signed_file'],
  },
  mandates: {
    language: ['language'],
    plain: [
      'transaction_id',
      'status',
      'max_amount',
      'debit_start',
      'debit_end',
      'asked_on',
      'response_code',
      'response_message',
      'gateway_id',
      'reg_no',
      'umrn',
    ],
    time: ['created_at', 'failure_notified_at', 'ended_at'],
    decrypted: ['phone', 'account_name', 'account_no', 'ifsc_code'],
    'left out': [
      'id',
      'consumer_id',
      'attempt_number',
      'session_id',
      'holder_index',
      'retry_of',
      'executive_id',
      'poll_at',
      'polls',
      'staff_notified_at',
      'wiped_at',
    ],
  },
  mandate_events: {
    plain: ['source', 'status'],
    time: ['at'],
    json: ['answer'],
    'left out': ['id', 'mandate_id', 'digest'],
  },
}

/** The parts of a timeline entry in a person's file: not who acted at the desk, nor to whom the record was assigned. */
const exportedDetails: Record<TimelineEntry['kind'], readonly string[]> = {
  received: [],
  mail: ['text', 'template', 'blanks', 'vacancy'],
  status: ['from', 'to'],
  assigned: [],
  note: ['text'],
  looked: ['what'],
  document: ['field', 'text'],
  link: [],
  mandate: ['outcome'],
  agreement: [],
  superseded: ['by', 'of'],
  vacancy: ['vacancy', 'from', 'to'],
  again: ['vacancy', 'same'],
  own: ['what', 'field', 'earlier', 'vacancy'],
  reminders: [],
}

/** Returns everything stored about a person, and in how many rows, after recording that in the audit log. */
export async function answerSubject(
  app: Privacy,
  { person, by, actor }: { person: Person; by: AuditDetail['by']; actor: string },
) {
  const held = await exportSubject(app, person)
  const rows = Object.values(person.rows).flat().length
  const detail = { by, rows, records: person.references.join(' ') }
  await appendAudit(app.db, { action: 'subject_export', actor, detail }, app.clock.now())
  return { held, rows }
}

/**
 * Returns what is stored about a person, decrypted; documents are named and not contained. Throws `DecryptError` if a
 * row was altered.
 */
export async function exportSubject(app: Privacy, person: Person): Promise<Record<string, unknown>> {
  const { rows } = person
  const jobs = await jobsNaming(app.db, Object.values(rows).flat())
  return {
    exported_at: iso(app.clock.now()),
    enquiries: await rowsTold(app, { table: 'records', ids: rows.enquiries }, async (id) => ({
      work: await workOn(app, id),
    })),
    applications: await rowsTold(app, { table: 'records', ids: rows.applications }, async (id) => ({
      documents: await rowsTold(app, { table: 'application_files', of: 'application_id', ids: [id] }),
      work: await workOn(app, id),
    })),
    registrations: await rowsTold(app, { table: 'records', ids: rows.executives }, async (id) => ({
      consents: await rowsTold(app, { table: 'consents', of: 'executive_id', ids: [id] }),
      agreements: await rowsTold(app, { table: 'agreements', of: 'executive_id', ids: [id] }),
      work: await workOn(app, id),
    })),
    mandates: await rowsTold(app, { table: 'mandates', ids: rows.mandates }, async (id) => ({
      learnt: await rowsTold(app, { table: 'mandate_events', of: 'mandate_id', ids: [id] }),
    })),
    sessions: person.sessions.length,
    messages_queued_or_sent: jobs.map(({ kind, created_at, status }) => ({
      ...{ kind, status },
      created_at: iso(created_at),
    })),
  }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

type Stores = Pick<Privacy, 'db' | 'cipher'>
type Told = Record<string, unknown>

/** Returns the rows of a table for the file, each with what belongs to it. */
async function rowsTold(
  app: Stores,
  { table, of = 'id', ids }: { table: ExportedTable; of?: string; ids: readonly string[] },
  more: (id: string) => Promise<Told> = () => Promise.resolve({}),
): Promise<Told[]> {
  if (ids.length === 0) return []
  const order = [...(exportedColumns[table].time?.slice(0, 1) ?? []), ...primaryKeys[table]]
  const rows = await rowsWith(app.db, { table, column: of, values: ids, order })
  return Promise.all(
    rows.map(async (row) => ({ ...rowTold(app, table, row), ...(await more(String(row['id']))) })),
  )
}

function rowTold({ cipher }: Stores, table: ExportedTable, row: AnyRow): Told {
  const {
    plain = [],
    language = [],
    time = [],
    decrypted = [],
    json = [],
    fields = [],
  } = exportedColumns[table]
  const key = primaryKeys[table].map((column) => row[column]).join('/')
  const open = (column: string) => {
    const sealed = row[column]
    return sealed === null ? null : cipher.decrypt({ table, column, row: key }, String(sealed))
  }
  const each = (columns: readonly string[], told: (column: string) => unknown) =>
    Object.fromEntries(columns.map((column) => [column, told(column)]))
  return {
    ...each(plain, (column) => row[column]),
    ...each(language, (column) => storedLanguage(String(row[column]))),
    ...each(time, (column) => iso(row[column] === null ? null : Number(row[column]))),
    ...Object.assign({}, ...fields.map((column) => parsed(column, open(column)))),
    ...each(decrypted, open),
    ...each(json, (column) => parsed(column, open(column))),
  }
}

/** The facts of an agreement in the file: not the name of the stored photo, nor the site's own data. */
const exportedFacts = [
  'version',
  'language',
  'binding',
  'reference',
  'annex',
  'preparedAt',
  'person',
  'mandate',
]

function parsed(column: string, text: string | null): unknown {
  if (text === null) return null
  const value = JSON.parse(text)
  // The schema drops the salt of an acceptance.
  if (column === 'acceptance') return acceptance.parse(value)
  return column === 'facts' ? picked(value, exportedFacts) : value
}

function picked(from: Readonly<Told>, names: readonly string[]): Told {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
}

/** Returns what staff did with a record, without who did so. */
async function workOn({ db, cipher }: Stores, id: string): Promise<Told[]> {
  const events = await recordEventsOf(db, cipher, id)
  return events.map(({ at, kind, detail = {} }) => {
    return { at: iso(at), what: kind, ...picked(detail, exportedDetails[kind]) }
  })
}
