import { type RecordFilters, type RecordKind } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { staffActor } from '#server/features/staff/access/rules.ts'
import { mayGoOn } from '#server/features/staff/access/session-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { visible } from '#server/platform/message-text.ts'
import { deskColumns, deskRows, type Row } from './export-rows-service.ts'
import { listedBy, type ListQuery, readPage } from './list-service.ts'
import { countRecords } from './store.ts'

type Stores = Pick<App, 'db' | 'cipher'>

/** Rows read at once. */
const PAGE_ROWS = 100
/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/** How many rows an export has as it begins; undefined for a place, whose rows are found by decrypting. */
export async function countExport({ db, cipher }: Stores, query: ListQuery): Promise<number | undefined> {
  return query.filters.place === undefined ? countRecords(db, listedBy(cipher, query)) : undefined
}

/** Notes the export in the audit log: the list, the names of its filters and how many rows, before anything is read. */
export function noteExport(
  { db, clock }: App,
  { kind, filters, staffId }: ListQuery,
  rows: number | undefined,
): Promise<void> {
  const detail = {
    list: kind,
    filters: Object.keys(filters).join(' '),
    ...(rows === undefined ? {} : { rows }),
  }
  return appendAudit(db, { action: 'export', actor: staffActor({ id: staffId }), detail }, clock.now())
}

/**
 * The file piece by piece, as fast as it is taken; it holds one page of rows. It breaks off once the session that asked
 * for it has ended, however slowly it is taken.
 */
export async function* exportCsv(app: Stores, query: ListQuery, sessionId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csv(rowsOf(app, query, sessionId), deskColumns(query.kind))
}

async function* rowsOf(app: Stores, query: ListQuery, sessionId: string): AsyncGenerator<Row> {
  const people = await staffNames(app)
  let after: Position | undefined
  do {
    if (!(await mayGoOn(app.db, sessionId, 'records.export')))
      throw new Error('an export was broken off: its session has ended')
    const { records, next } = await readPage(app, query, { after, count: PAGE_ROWS })
    yield* await deskRows(app, { kind: query.kind, records, people })
    after = next ?? undefined
  } while (after)
}

/** What a request for an export names. */
export function exportQuery(
  { kind, ...filters }: RecordFilters & { kind: RecordKind },
  staffId: string,
): ListQuery {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return { kind, filters: Object.fromEntries(given) as RecordFilters, staffId }
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
 * Where a cell could begin for a spreadsheet, with what it would run as a formula: at the start, and after a semicolon, a tab
 * or a line break too, for where the system's list separator is no comma quotes in the middle of a line mean nothing
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
 * RFC 4180 with every cell in quotes; before what a spreadsheet would run as a formula stands an apostrophe. No byte order
 * mark: for every reader but a spreadsheet it would be part of the first column's name.
 */
export async function* csv(rows: AsyncIterable<Row>, columns: string[]): AsyncGenerator<string> {
  yield lineOf(columns)
  for await (const batch of inBatches(rows)) {
    yield batch.map((row) => lineOf(columns.map((column) => safeCell(row[column])))).join('')
  }
}
