import type { RecordFilters, RecordKind, RecordList, RecordRow } from '#contract/schemas/staff-records.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import { wordsOf } from '#server/platform/db/search-tokens.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { rowOf } from './facts-rules.ts'
import { arrivalOf, branchesOf } from './list-rules.ts'
import { pageOf } from './list-store.ts'
import { pageByPlace } from './place-service.ts'
import { type DeskRecord, type Page, readRecords } from './read-store.ts'

/** Rows of one page. */
const PAGE_ROWS = 50

/** What a list is asked for; `staffId` is who asks, for `assigned: me`. */
export interface ListQuery {
  kind: RecordKind
  filters: RecordFilters
  staffId: string
}

/** Whose records a filter asks for, as the rows have it; undefined for everybody's. */
export function assigneeOf({ assigned }: RecordFilters, staffId: string): string | undefined {
  if (assigned === 'nobody') return ''
  return assigned === 'me' ? staffId : assigned
}

/** The records that come after a position, newest first, at most `count`. */
export async function readPage(
  deps: DeskStores,
  { kind, filters, staffId }: ListQuery,
  { after, count }: { after: Position | undefined; count: number },
): Promise<Page> {
  const { place } = filters
  const branches = branchesOf(kind, filters, assigneeOf(filters, staffId))
  const range = { arrival: arrivalOf(filters), after }
  if (place !== undefined && wordsOf(place).length > 0 && branches.length > 0) {
    return pageByPlace(deps, { kind, place, branches }, { ...range, count })
  }
  const positions = await pageOf(deps.db, kind, { branches, ...range, count: count + 1 })
  const shown = positions.slice(0, count)
  const records = await readRecords(
    deps,
    kind,
    shown.map(({ id }) => id),
  )
  return { records, next: positions.length > count ? (shown.at(-1) ?? null) : null }
}

/** The list's page for a cursor; undefined for a cursor that we did not make. */
export async function listRecords(
  deps: DeskStores,
  query: ListQuery,
  cursor: string | undefined,
): Promise<RecordList | undefined> {
  const after = cursor === undefined ? undefined : positionOf(openCursor(deps.cipher, 'list', cursor) ?? [])
  if (cursor !== undefined && after === undefined) return undefined
  const { records, next } = await readPage(deps, query, { after, count: PAGE_ROWS })
  const rows = await rowsOf(deps, records)
  return { rows, next: next && makeCursor(deps.cipher, 'list', [next.created_at, next.id]) }
}

/** Records as lines of a list, with the names of those who work on them. */
export async function rowsOf(deps: DeskStores, records: readonly DeskRecord[]): Promise<RecordRow[]> {
  const people = await staffNames(deps)
  const rowId = (id: string) => deps.cipher.index('desk.row', id)
  return records.map((record) => rowOf(record, { rowId, people }))
}

type Cursor = 'list' | 'search'

/** A cursor is encrypted: it names a row's id, and ids of early registrations open their pages. */
export function makeCursor(cipher: FieldCipher, of: Cursor, parts: readonly (string | number)[]): string {
  return cipher.encrypt({ table: 'desk', column: 'cursor', row: of }, parts.join(' '))
}

/** The parts that a cursor was made of; undefined where we did not make it. */
export function openCursor(cipher: FieldCipher, of: Cursor, cursor: string): string[] | undefined {
  const place = { table: 'desk', column: 'cursor', row: of }
  return openOr(() => cipher.decrypt(place, cursor).split(' '), undefined)
}

/** The position that two parts of a cursor name. */
export function positionOf([created_at, id]: readonly string[]): Position | undefined {
  return id ? { created_at: Number(created_at), id } : undefined
}
