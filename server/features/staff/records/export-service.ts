import { recordFields } from '#contract/fields/records.ts'
import { indianTime } from '#contract/dates.ts'
import { type Language, languages } from '#contract/messages/languages.ts'
import { mandateNames, statusNames } from '#contract/messages/staff.ts'
import { exportColumns } from '#contract/messages/staff-lists.ts'
import { documentName, scanNames, suspicionText } from '#contract/messages/staff-record.ts'
import { unreadableText } from '#contract/messages/staff-timeline.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { type RecordKind, EXPORT_ROWS_HEADER } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { filesSentWith } from '#server/features/careers/store.ts'
import { findMandate, mandateOfRecord } from '#server/features/onboarding/mandate/store.ts'
import { consentsOf } from '#server/features/onboarding/person/store.ts'
import { vacanciesOf } from '#server/features/vacancies/candidate-store.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { mayGoOn } from '#server/features/staff/access/session-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { inPages } from '#server/platform/db/pages.ts'
import { maskField } from '#server/platform/masking.ts'
import { visible } from '#server/platform/visible-text.ts'
import {
  deskRecord,
  type DeskRecord,
  type Listing,
  recordsNamed,
  recordsOf,
} from '#server/features/records/store.ts'
import { listedBy, type ListPosition, type ListQuery, readPage } from './find-service.ts'
import { countRecords } from './store.ts'
import { Readable } from 'node:stream'
import { dayText, type DeskHandlers, type DeskStores } from '#server/features/staff/desk-rules.ts'

export function exportHandlers(app: App) {
  return {
    async 'records.export'({ body: { kind, references, ...filters }, staff, reply, actor }) {
      const { db, cipher, clock } = app
      const query = { kind, filters, references, staffId: staff.id }
      // The number of rows with a place is unknown in advance, since it needs decryption.
      const rows = filters.place === undefined ? await countRecords(db, listedBy(cipher, query)) : undefined
      // Recorded before anything is read.
      const detail = {
        list: kind,
        filters: [...Object.keys(filters), ...(references ? ['references'] : [])].join(' '),
        ...(rows !== undefined && { rows }),
      }
      await appendAudit(db, { action: 'export', actor, detail }, clock.now())
      if (rows !== undefined) reply.header(EXPORT_ROWS_HEADER, rows)
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${kind}.csv"`)
      return Readable.from(exportCsv(app, query, staff.sessionId))
    },
  } satisfies Partial<DeskHandlers>
}

const PAGE_ROWS = 100
/** Spreadsheets read a file as UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Yields the file piece by piece, as fast as it is read, with one page of rows in memory. It breaks off once the
 * session that requested it has ended, however slowly it is read.
 */
export async function* exportCsv(
  app: DeskStores,
  query: ListQuery,
  sessionId: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csv(rowsOf(app, query, sessionId), deskColumns(query.kind), deskHeads(query.kind))
}

async function* rowsOf(app: DeskStores, query: ListQuery, sessionId: string): AsyncGenerator<Row> {
  const people = await staffNames(app)
  let after: ListPosition | undefined
  do {
    if (!(await mayGoOn(app.db, sessionId, 'records.export')))
      throw new Error('an export was broken off: its session has ended')
    const { records, next } = await readPage(app, query, { after, count: PAGE_ROWS })
    yield* await deskRows(app, { kind: query.kind, records, people })
    after = next ?? undefined
  } while (after)
}

/** A row to be written; null for an empty cell. */
export type Row = Record<string, string | null>

/** Which personal values are shown in full; the others are masked. */
interface Shown {
  contact: boolean
  accounts: boolean
}

/** The columns that a kind has beside its fields, and their cells by the records' ids. */
interface OwnColumns {
  columns: readonly string[]
  cells(app: DeskStores, records: readonly DeskRecord[], shown: Shown): Promise<Map<string, Row>>
}

const own: Record<RecordKind, OwnColumns> = {
  enquiries: {
    columns: ['suspect', 'notice', 'language'],
    cells: async (_, records) => new Map(records.map(({ id, suspect, notice }) => [id, { suspect, notice }])),
  },
  applications: {
    columns: ['documents', 'vacancies', 'notice', 'language', 'superseded_by'],
    cells: applicationCells,
  },
  executives: {
    columns: [
      ...['notice', 'transaction_id', 'mandate', 'mandate_reg_no', 'account_name', 'account_no', 'ifsc_code'],
      'language',
    ],
    cells: executiveCells,
  },
}

export function columnsOf(kind: RecordKind): string[] {
  const fields = recordFields[kind].map(({ key }) => key)
  return ['id', 'created_at', ...fields, ...own[kind].columns]
}

async function applicationCells(
  { db }: DeskStores,
  records: readonly DeskRecord[],
): Promise<Map<string, Row>> {
  const ids = records.map(({ id }) => id)
  const files = await filesSentWith(db, ids)
  const standing = await vacanciesOf(db, ids)
  const newer = records.flatMap(({ supersededBy }) => (supersededBy === '' ? [] : [supersededBy]))
  const named = newer.length === 0 ? [] : await recordsNamed(db, newer)
  const references = new Map(named.map(({ id, reference }) => [id, reference]))
  return new Map(
    records.map(({ id, notice, supersededBy }) => {
      const sent = files.get(id) ?? []
      const documents = sent
        .map(
          ({ field, kind, scan }) =>
            `${documentName(field)} (${kind.toUpperCase()}, ${scanNames[scan].toLowerCase()})`,
        )
        .join('; ')
      const at = (standing.get(id) ?? []).map(
        ({ reference, stage }) => `${reference} (${statusNames[stage]})`,
      )
      const vacancies = at.join('; ')
      return [id, { documents, vacancies, notice, superseded_by: references.get(supersededBy) ?? '' }]
    }),
  )
}

/** Returns each person's current mandate, and the notice they saw at the first Verify. */
async function executiveCells(
  app: DeskStores,
  records: readonly DeskRecord[],
  { accounts }: Shown,
): Promise<Map<string, Row>> {
  const cells = new Map<string, Row>()
  for (const { id, reference } of records)
    cells.set(id, { id: reference, ...(await mandateCells(app, id, accounts)) })
  return cells
}

async function mandateCells({ db, cipher }: DeskStores, id: string, accounts: boolean): Promise<Row> {
  const [firstConsent] = await consentsOf(db, id)
  const mandateId = await mandateOfRecord(db, id)
  const mandate = mandateId === undefined ? undefined : await findMandate(db, cipher, { id: mandateId })
  const accountNo = mandate?.accountNo ?? ''
  return {
    notice: firstConsent?.notice_version ?? null,
    transaction_id: mandate?.transactionId ?? '',
    mandate: mandate?.status ?? '',
    mandate_reg_no: mandate?.regNo ?? '',
    account_name: mandate?.accountName ?? '',
    account_no: accounts ? accountNo : maskAccount(accountNo),
    ifsc_code: mandate?.ifscCode ?? '',
  }
}

/** Returns records of a kind as rows; the name of one that cannot be decrypted says so. */
async function recordRows(
  app: DeskStores,
  { kind, records, shown }: { kind: RecordKind; records: readonly DeskRecord[]; shown: Shown },
): Promise<Row[]> {
  const cells = await own[kind].cells(app, records, shown)
  return records.map(({ id, createdAt, language, personal }) => {
    const fields = recordFields[kind].map((field) => {
      const { key, mask, search, optionNames } = field
      if (!personal) return [key, search === 'name' ? unreadableText : null]
      const given = personal[key] ?? ''
      const value = optionNames?.[given] ?? given
      return [key, mask === 'whole' ? value : maskField(field, value, shown.contact)]
    })
    const about = { id, created_at: new Date(createdAt).toISOString() }
    return { ...about, ...Object.fromEntries(fields), language: personal ? language : null, ...cells.get(id) }
  })
}

/**
 * Yields all records of a kind as rows, oldest first; contacts and account numbers are masked unless `reveal` is set.
 * A record that cannot be decrypted is reported and left out.
 */
export async function* allRows(
  app: DeskStores,
  { kind, reveal, since, unreadable }: Listing & { kind: RecordKind; reveal: boolean },
): AsyncGenerator<Row> {
  const shown = { contact: reveal, accounts: reveal }
  for await (const page of inPages(recordsOf(app.db, kind), since)) {
    const all = page.map((row) => deskRecord(app.cipher, row))
    const records = all.filter(({ personal }) => personal !== undefined)
    for (const { id, personal } of all) if (!personal) unreadable(id)
    yield* await recordRows(app, { kind, records, shown })
  }
}

/** Returns the columns of an export at the desk, without database ids, since people pass the file on. */
function deskColumns(kind: RecordKind): string[] {
  const [, received = '', ...rest] = columnsOf(kind)
  return ['reference', 'status', 'assigned_to', received, 'changed_at', ...rest]
}

/** Returns the headings of the columns in the words of the desk. */
function deskHeads(kind: RecordKind): string[] {
  const labels = new Map(recordFields[kind].map(({ key, desk }) => [key, desk]))
  return deskColumns(kind).map((name) => labels.get(name) ?? exportColumns[name] ?? name)
}

interface DeskPage {
  kind: RecordKind
  records: readonly DeskRecord[]
  people: ReadonlyMap<string, string>
}

/** Returns records as rows in the words of the desk: contacts in full, account numbers masked. */
async function deskRows(app: DeskStores, { kind, records, people }: DeskPage): Promise<Row[]> {
  const rows = await recordRows(app, { kind, records, shown: { contact: true, accounts: false } })
  const days = recordFields[kind].filter(({ input }) => input?.type === 'date').map(({ key }) => key)
  return records.map(
    ({ reference, status, assignedTo, createdAt, changedAt, suspect, mandateStatus }, at) => {
      const row = rows[at] ?? {}
      const { language } = row
      return {
        ...row,
        ...Object.fromEntries(days.map((key) => [key, dayText(row[key] ?? '')])),
        ...{ reference, status: statusNames[status], assigned_to: people.get(assignedTo) ?? '' },
        ...{ created_at: momentText(createdAt), changed_at: momentText(changedAt) },
        suspect: suspicionText(suspect),
        language: language ? languages[language as Language].english : null,
        mandate: mandateStatus && mandateNames[mandateStatus],
      }
    },
  )
}

/** Formats a time in India so that people and spreadsheets can read it. */
function momentText(at: number): string {
  const [day = '', time = ''] = indianTime(at).split('T')
  return `${dayText(day)} ${time.slice(0, 5)}`
}

/** Rows written at once; each write to a pipe costs as much as the text of many rows. */
const BATCH_ROWS = 200

export async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Where a spreadsheet could start a cell with text that it runs as a formula: at the start, and after a semicolon,
 * tab or line break, since quotes within a line have no meaning where the list separator is not a comma
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaBegins = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+@\uff1d\uff0b\uff20\uff0d-])|^(?=[\t\r\n])/g

function safeCell(text: string | null | undefined): string {
  return visible(text ?? '').replaceAll(formulaBegins, "'")
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}

/**
 * RFC 4180 with every cell in quotes, and an apostrophe before text that a spreadsheet would run as a formula. No
 * byte order mark: most readers would take it as part of the first column's name.
 */
export async function* csv(
  rows: AsyncIterable<Row>,
  columns: string[],
  heads = columns,
): AsyncGenerator<string> {
  yield lineOf(heads)
  for await (const batch of inBatches(rows)) {
    yield batch.map((row) => lineOf(columns.map((column) => safeCell(row[column])))).join('')
  }
}
