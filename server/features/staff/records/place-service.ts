import type { RecordKind } from '#contract/schemas/staff-records.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import { lettersOf, tokenOf, wordsOf } from '#server/platform/db/search-tokens.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { contactOf } from './facts-rules.ts'
import type { Branch } from './list-rules.ts'
import { type Candidate, type PlaceFilter, type Range, rowsAtPlace, rowsToPlace } from './list-store.ts'
import { type DeskRecord, type Page, readRecords } from './read-store.ts'

/** Rows looked at first, then at once, and before the page ends with what was found. */
const LOOKED = { first: 200, fetched: 500, most: 1200 }

interface PlaceQuery {
  kind: RecordKind
  place: string
  branches: readonly Branch[]
}

type Source = (count: number, after: Position | undefined) => Promise<Candidate[]>

/**
 * Follows the token of the longest word, or the other filters where fewer rows have them, and decrypts and compares what
 * both leave. It ends after a bounded number of rows, since two filters may each match many and together few; the cursor
 * goes on from there.
 */
export async function pageByPlace(
  deps: DeskStores,
  { kind, place, branches }: PlaceQuery,
  { count, after: start, arrival }: Range,
): Promise<Page> {
  if (kind === 'enquiries') return { records: [], next: null }
  const words = wordsOf(place)
  const [longest = ''] = words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
  const filter = { kind, branches, token: tokenOf(deps.cipher, kind, longest) }
  const found: DeskRecord[] = []
  const { source, ...first } = await rarerOf(sourcesOf(deps, filter, arrival), start)
  let { rows } = first
  let fetched = LOOKED.first
  for (let looked = fetched; ; looked += fetched) {
    const left = rows.filter(({ isKept }) => isKept).map(({ id }) => id)
    await addFrom(deps, { kind, words, left }, { found, count })
    if (found.length > count) return { records: found.slice(0, count), next: positionOf(found[count - 1]) }
    const last = rows.at(-1)
    if (!last || rows.length < fetched) return { records: found, next: null }
    if (looked >= LOOKED.most) return { records: found, next: last }
    fetched = LOOKED.fetched
    rows = await source(fetched, last)
  }
}

function sourcesOf({ db }: DeskStores, filter: PlaceFilter, arrival: Range['arrival']): Source[] {
  const isAlone = filter.branches.some((branch) =>
    Object.keys(branch).every((column) => column === 'superseded_by'),
  )
  return [
    (count, after) => rowsAtPlace(db, filter, { arrival, after, count }),
    ...(isAlone ? [] : ([(count, after) => rowsToPlace(db, filter, { arrival, after, count })] as Source[])),
  ]
}

/** The first rows of the source whose rows lie furthest apart: it is through first. */
async function rarerOf(
  sources: readonly Source[],
  start: Position | undefined,
): Promise<{ rows: Candidate[]; source: Source }> {
  const first = await Promise.all(
    sources.map(async (source) => ({ source, rows: await source(LOOKED.first, start) })),
  )
  const reach = ({ rows }: { rows: Candidate[] }) =>
    rows.length < LOOKED.first ? 0 : (rows.at(-1)?.created_at ?? 0)
  const [rarer] = first.toSorted((one, other) => reach(one) - reach(other))
  if (!rarer) throw new Error('a place is looked for in no source')
  return rarer
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
