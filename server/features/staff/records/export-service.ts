import { type RecordFilters, type RecordKind } from '#contract/schemas/staff-records.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { staffActor } from '#server/features/staff/access/rules.ts'
import { mayGoOn } from '#server/features/staff/access/session-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Position } from '#server/platform/db/tables.ts'
import type { DeskDeps, DeskStores } from '#server/features/staff/desk-rules.ts'
import { csv } from './csv-rules.ts'
import { deskColumns, deskRow, type Row } from './export-rows-service.ts'
import { arrivalOf, branchesOf } from './list-rules.ts'
import { assigneeOf, type ListQuery, readPage } from './list-service.ts'
import { countRows } from './list-store.ts'

/** Rows read at once. */
const PAGE_ROWS = 100
/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/** How many rows an export has as it begins; undefined for a place, whose rows are found by decrypting. */
export async function countExport(
  { db }: DeskStores,
  { kind, filters, staffId }: ListQuery,
): Promise<number | undefined> {
  if (filters.place !== undefined) return undefined
  const branches = branchesOf(kind, filters, assigneeOf(filters, staffId))
  return countRows(db, kind, { branches, arrival: arrivalOf(filters) })
}

/** Notes the export in the audit log: the list, the names of its filters and how many rows, before anything is read. */
export function noteExport(
  { db, clock }: DeskDeps,
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
export async function* exportCsv(
  deps: DeskStores,
  query: ListQuery,
  sessionId: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csv(rowsOf(deps, query, sessionId), deskColumns(query.kind))
}

async function* rowsOf(deps: DeskStores, query: ListQuery, sessionId: string): AsyncGenerator<Row> {
  const people = await staffNames(deps)
  let after: Position | undefined
  do {
    if (!(await mayGoOn(deps.db, sessionId, 'records.export')))
      throw new Error('an export was broken off: its session has ended')
    const { records, next } = await readPage(deps, query, { after, count: PAGE_ROWS })
    for (const record of records) yield deskRow(deps, record, people)
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
