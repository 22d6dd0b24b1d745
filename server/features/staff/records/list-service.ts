import type { RecordFilters, RecordKind, RecordList, RecordRow } from '#contract/schemas/staff-records.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lettersOf, tokenOf, wordsOf } from '#server/platform/db/search-tokens.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { contactOf, rowOf } from './facts-rules.ts'
import { arrivalOf, type Branch, branchesOf } from './list-rules.ts'
import { type Candidate, candidatesAt, pageOf, type Range } from './list-store.ts'
import { type DeskRecord, readRecords, staffNames } from './read-store.ts'

export interface DeskStores {
  db: Db
  cipher: FieldCipher
}

/** Rows of one page. */
const PAGE_ROWS = 50
/** Of a filter by place: rows fetched first and then at once, and rows looked at before the page ends with what was found. */
const PLACE = { first: 100, fetched: 500, most: 2000 }

/** What a list is asked for; `staffId` is who asks, for `assigned: me`. */
export interface ListQuery {
  kind: RecordKind
  filters: RecordFilters
  staffId: string
}

/** A page of records with where the next one begins; null at the end. */
export interface Page {
  records: DeskRecord[]
  next: Position | null
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
  const records = await readRecords(deps, kind, idsOf(shown))
  return { records, next: positions.length > count ? (shown.at(-1) ?? null) : null }
}

function idsOf(positions: readonly Position[]): string[] {
  return positions.map(({ id }) => id)
}

interface PlaceQuery {
  kind: RecordKind
  place: string
  branches: readonly Branch[]
}

/**
 * Follows the token of the longest word through the rows that have it, and decrypts and compares those that the other
 * filters leave. It ends after a bounded number of rows, since two filters may each match many and together few; the
 * cursor goes on from there.
 */
async function pageByPlace(
  deps: DeskStores,
  { kind, place, branches }: PlaceQuery,
  { count, ...range }: Range,
): Promise<Page> {
  if (kind === 'enquiries') return { records: [], next: null }
  const words = wordsOf(place)
  const [longest = ''] = words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
  const wanted = { kind, token: tokenOf(deps.cipher, kind, longest) }
  const found: DeskRecord[] = []
  let { after } = range
  for (let looked = 0; looked < PLACE.most; looked += PLACE.fetched) {
    const fetched = looked === 0 ? PLACE.first : PLACE.fetched
    const rows = await candidatesAt(deps.db, wanted, { ...range, after, count: fetched })
    const left = rows.filter((row) => branches.some((branch) => isOf(row, branch)))
    await addFrom(deps, { kind, words, left: idsOf(left) }, { found, count })
    if (found.length > count) return { records: found.slice(0, count), next: positionOf(found[count - 1]) }
    after = rows.at(-1)
    if (rows.length < fetched) return { records: found, next: null }
  }
  return { records: found, next: after ?? null }
}

/** Adds those whose place has every word, a page at a time, until there is one more than a page takes. */
async function addFrom(
  deps: DeskStores,
  { kind, words, left }: { kind: RecordKind; words: readonly string[]; left: readonly string[] },
  { found, count }: { found: DeskRecord[]; count: number },
): Promise<void> {
  for (let at = 0; at < left.length && found.length <= count; at += count + 1) {
    const records = await readRecords(deps, kind, left.slice(at, at + count + 1))
    found.push(...records.filter((record) => isAt(record, words)))
  }
}

function positionOf(record: DeskRecord | undefined): Position | null {
  return record ? { created_at: record.createdAt, id: record.id } : null
}

function isAt(record: DeskRecord, words: readonly string[]): boolean {
  const there = wordsOf(contactOf(record).place)
  return words.every((word) => there.includes(word))
}

function isOf(row: Candidate, branch: Branch): boolean {
  return Object.entries(branch).every(([column, value]) => row[column] === value)
}

/** The list's page for a cursor; undefined for a cursor that is none of ours. */
export async function listRecords(
  deps: DeskStores,
  query: ListQuery,
  cursor: string | undefined,
): Promise<RecordList | undefined> {
  const after = cursor === undefined ? undefined : openCursor(deps.cipher, cursor)
  if (cursor !== undefined && after === undefined) return undefined
  const { records, next } = await readPage(deps, query, { after, count: PAGE_ROWS })
  return { rows: await rowsOf(deps, records), next: next && makeCursor(deps.cipher, next) }
}

/** Records as lines of a list, with the names of those who work on them. */
export async function rowsOf(deps: DeskStores, records: readonly DeskRecord[]): Promise<RecordRow[]> {
  const people = await staffNames(deps)
  const rowId = (id: string) => deps.cipher.index('desk.row', id)
  return records.map((record) => rowOf(record, { rowId, people }))
}

const cursorPlace = { table: 'desk', column: 'cursor', row: 'list' }

/** A cursor is encrypted: it names a row's id, and ids of early registrations open their pages. */
function makeCursor(cipher: FieldCipher, { created_at, id }: Position): string {
  return cipher.encrypt(cursorPlace, `${created_at} ${id}`)
}

/** The position that a cursor names; undefined where it is none of ours. */
function openCursor(cipher: FieldCipher, cursor: string): Position | undefined {
  const text = openOr(() => cipher.decrypt(cursorPlace, cursor), undefined)
  const [created_at, id] = text?.split(' ') ?? []
  return id === undefined ? undefined : { created_at: Number(created_at), id }
}
