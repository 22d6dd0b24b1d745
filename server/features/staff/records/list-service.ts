import type { RecordFilters, RecordKind, RecordList, RecordRow } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { lettersOf, tokenOf, wordsOf } from '#server/platform/records/search-tokens.ts'
import { contactOf, deskRecord, type DeskRecord, searchText } from '#server/platform/records/store.ts'
import { type Listed, pageOf } from './store.ts'

type Stores = Pick<App, 'db' | 'cipher'>

/** Rows of one page. */
const PAGE_ROWS = 50
/** Rows that a filter by place looks at before its page ends with what was found. */
const LOOKED_MOST = 1200
const DAY_MS = 86_400_000

/** What a list is asked for; `staffId` is who asks, for `assigned: me`. */
export interface ListQuery {
  kind: RecordKind
  filters: RecordFilters
  staffId: string
}

/** The filters of a query as the rows have them; a place is its longest word's token. */
export function listedBy(cipher: FieldCipher, { kind, filters, staffId }: ListQuery): Listed {
  const { status, assigned, from, to, place = '', document, mandate, superseded } = filters
  const start = (day: string) => Date.parse(`${day}T00:00:00+05:30`)
  const [longest] = byLength(wordsOf(place))
  return {
    ...{ kind, status, document, mandate, superseded: superseded === 'shown' },
    assignedTo: assigned === 'nobody' ? '' : assigned === 'me' ? staffId : assigned,
    from: from === undefined ? undefined : start(from),
    before: to === undefined ? undefined : start(to) + DAY_MS,
    token: longest === undefined ? undefined : { label: 'place', token: tokenOf(cipher, 'place', longest) },
  }
}

/** Words by their letters, the longest first: it leaves the fewest candidates. */
export function byLength(words: readonly string[]): string[] {
  return words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
}

/**
 * The records that come after a position, newest first, at most `count`. Of a place the candidates are decrypted and
 * compared; that ends after a bounded number of rows, and the next page goes on from there.
 */
export async function readPage(
  { db, cipher }: Stores,
  query: ListQuery,
  { after, count }: { after: Position | undefined; count: number },
): Promise<{ records: DeskRecord[]; next: Position | null }> {
  const listed = listedBy(cipher, query)
  const words = wordsOf(query.filters.place ?? '')
  const fetched = count + 1
  const found: DeskRecord[] = []
  let last = after
  for (let looked = 0; looked < LOOKED_MOST; looked += fetched) {
    const rows = await pageOf(db, listed, { after: last, count: fetched })
    for (const row of rows) {
      const record = deskRecord(cipher, row)
      if (!isAt(record, words)) continue
      const end = found.at(-1)
      if (found.length === count && end) return { records: found, next: positionOfRecord(end) }
      found.push(record)
    }
    if (rows.length < fetched) return { records: found, next: null }
    last = rows.at(-1)
  }
  return { records: found, next: last ?? null }
}

function isAt({ kind, personal }: DeskRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const there = personal ? wordsOf(searchText(kind, 'place', personal)) : []
  return words.every((word) => there.includes(word))
}

export function positionOfRecord({ createdAt, id }: DeskRecord): Position {
  return { created_at: createdAt, id }
}

/** The list's page for a cursor; undefined for a cursor that we did not make. */
export async function listRecords(
  app: Stores,
  query: ListQuery,
  cursor: string | undefined,
): Promise<RecordList | undefined> {
  const after = cursor === undefined ? undefined : positionOf(openCursor(app.cipher, 'list', cursor) ?? [])
  if (cursor !== undefined && after === undefined) return undefined
  const { records, next } = await readPage(app, query, { after, count: PAGE_ROWS })
  const rows = await rowsOf(app, records)
  return { rows, next: next && makeCursor(app.cipher, 'list', [next.created_at, next.id]) }
}

/** The city, or where an address ends: never its beginning, which names the house. */
function shortPlace({ personal: { city, address = '' } = {} }: DeskRecord): string {
  if (city !== undefined) return city
  const [, ...rest] = address.split(/[,\n]/)
  // Without the PIN code, and without the number of a house where an address has nothing after it.
  const named = rest.map((part) => part.replaceAll(/\S*\p{N}\S*/gu, '').replaceAll(/^[\s-]+|[\s.-]+$/g, ''))
  return named.findLast((part) => part !== '') ?? ''
}

/**
 * Records as lines of a list, contact masked, with the names of those who work on them; `id` names a row and opens nothing
 * anywhere.
 */
export async function rowsOf(app: Stores, records: readonly DeskRecord[]): Promise<RecordRow[]> {
  const people = await staffNames(app)
  return records.map((record) => {
    const { id, kind, reference, createdAt, status, assignedTo, version } = record
    const { name, email, phone } = contactOf(record)
    return {
      ...{ id: app.cipher.index('desk.row', id), reference, name, status, version },
      documents: kind === 'executives' ? ['photo'] : [...record.documentFields],
      mandate: record.mandateStatus,
      receivedAt: new Date(createdAt).toISOString(),
      unreadable: record.personal === undefined,
      superseded: record.supersededBy !== '',
      email: record.personal ? maskEmail(email) : '',
      phone: maskNumber(phone),
      assignedTo: assignedTo === '' ? null : { id: assignedTo, name: people.get(assignedTo) ?? '' },
      place: shortPlace(record),
    }
  })
}

type Cursor = 'list' | 'search'

/** A cursor is encrypted: it names a row's id. */
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
