import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type { Field } from '#contract/fields/field.ts'
import { recordFields } from '#contract/fields/records.ts'
import {
  ABOUT_MAX,
  COUNTED_MOST,
  type RecordFilters,
  type RecordKind,
  type RecordList,
  type RecordRow,
  type RecordSort,
  type RecordStatus,
  recordStatus,
  recordStatuses,
  type SearchAnswer,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import { maskContacts } from '#server/platform/masking.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import {
  lettersOf,
  placeWordsOf,
  searchText,
  tokenOf,
  wordsOf,
} from '#server/features/records/search-store.ts'
import { townIn } from '#server/features/records/town-rules.ts'
import { contactOf, deskRecord, type DeskRecord } from '#server/features/records/store.ts'
import {
  type Listed,
  type RowPosition,
  countRecords,
  findByReference,
  pageOf,
  positionIn,
  type RecordName,
} from './store.ts'
import { vacanciesOf } from '#server/features/vacancies/candidate-store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { iso, type DeskHandlers, type DeskStores } from '#server/features/staff/desk-rules.ts'
import { deleteView, insertView, listViews } from './views-store.ts'

/** The lists, the neighbours of a record in them, and saved filters. */
export function findHandlers(app: App) {
  return {
    async 'records.list'({ params, query: { after, sort, ...filters }, staff }) {
      const list = await listRecords(app, { ...params, filters, sort, staffId: staff.id }, after)
      return orRefuse(list, refused('invalid'))
    },
    async 'records.counts'({ params: { kind }, query: filters, staff }) {
      const listed = listedBy(app.cipher, { kind, filters, staffId: staff.id })
      const counting = recordStatuses[kind].map(async (status) => {
        return [status, await countRecords(app.db, { ...listed, status }, COUNTED_MOST)] as const
      })
      return { counts: Object.fromEntries(await Promise.all(counting)) }
    },
    'records.neighbours': async ({ params, query: { sort, ...filters }, staff }) =>
      orRefuse(await neighboursOf(app, params, { filters, sort, staffId: staff.id })),
    'me.views': async ({ staff }) => ({ views: await listViews(app, staff.id) }),
    'me.saveView': async ({ body, staff }) =>
      orRefuse(
        await insertView(app, staff.id, body),
        refused('invalid', { text: recordMessages.tooManyViews }),
      ),
    async 'me.deleteView'({ params, staff }) {
      await deleteView(app, staff.id, params.id)
      return { views: await listViews(app, staff.id) }
    },
  } satisfies Partial<DeskHandlers>
}

const PAGE_ROWS = 50
/** A filter by place compares at most this many rows for a page. */
const LOOKED_MOST = 1200
const DAY_MS = 86_400_000

/** The filters of a list; `staffId` is the person who asks, for `assigned: me`. */
export interface ListQuery {
  kind: RecordKind
  filters: RecordFilters
  /** Only these records. */
  references?: readonly string[] | undefined
  staffId: string
  /** Newest first unless given. */
  sort?: RecordSort | undefined
  /** Starts at the end of the list. */
  isReversed?: boolean
}

/** Returns the filters of a query as the store takes them; a place becomes its longest word's token. */
export function listedBy(
  cipher: FieldCipher,
  { kind, filters, references, staffId, sort, isReversed = false }: ListQuery,
): Listed {
  const { status, assigned, from, to, place = '', document, mandate, sector, vacancy, superseded } = filters
  const start = (day: string) => Date.parse(`${day}T00:00:00+05:30`)
  const [longest] = byLength(placeWordsOf(place))
  return {
    ...{ kind, references, status, document, mandate, sector, vacancy, superseded: superseded === 'shown' },
    assignedTo: assigned === 'nobody' ? '' : assigned === 'me' ? staffId : assigned,
    from: from === undefined ? undefined : start(from),
    before: to === undefined ? undefined : start(to) + DAY_MS,
    token: longest === undefined ? undefined : { label: 'place', token: tokenOf(cipher, 'place', longest) },
    by: sort === 'changed' || sort === 'unchanged' ? 'changed' : 'created',
    ascending: (sort === 'oldest' || sort === 'unchanged') !== isReversed,
  }
}

/** Sorts words by their number of letters; the longest first, since it leaves the fewest candidates. */
export function byLength(words: readonly string[]): string[] {
  return words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
}

interface Walk {
  after: RowPosition | undefined
  /** Records of a page, candidates fetched at once, and the most candidates compared for a page. */
  count: number
  fetched: number
  most: number
}

/** Returns the candidates that match once decrypted, in the list's order; `next` is where to continue. */
export async function findMatching(
  { db, cipher }: DeskStores,
  listed: Listed,
  matches: (record: DeskRecord) => boolean,
  { after, count, fetched, most }: Walk,
): Promise<{ records: DeskRecord[]; next: RowPosition | null }> {
  const records: DeskRecord[] = []
  let last = after
  for (let looked = 0; looked < most; looked += fetched) {
    const rows = await pageOf(db, listed, { after: last, count: fetched })
    for (const row of rows) {
      const record = deskRecord(cipher, row)
      const isMatch = matches(record)
      const isOver = isMatch && records.length === count
      const end = records.at(-1)
      if (isOver && end) return { records, next: positionIn(listed, end) }
      if (isMatch) records.push(record)
      last = positionIn(listed, record)
    }
    if (rows.length < fetched) return { records, next: null }
  }
  return { records, next: last ?? null }
}

/** Where a list continues; a list may be ordered by status. */
export interface ListPosition extends RowPosition {
  status?: RecordStatus
}

interface Page {
  records: DeskRecord[]
  next: ListPosition | null
}

/**
 * Returns at most `count` records after a position. A filter by place compares its candidates, and stops after a
 * limited number of rows; the next page continues there.
 */
export function readPage(
  app: DeskStores,
  query: ListQuery,
  { after, count }: { after: ListPosition | undefined; count: number },
): Promise<Page> {
  const { filters, sort } = query
  const words = placeWordsOf(filters.place ?? '')
  const read = (listed: Listed, from: RowPosition | undefined, most: number) => {
    const walk = { after: from, count: most, fetched: most + 1, most: LOOKED_MOST }
    return findMatching(app, listed, (record) => isAt(record, words), walk)
  }
  if (sort === 'status' && filters.status === undefined)
    return readByStatus(app, query, { after, count, read })
  return read(listedBy(app.cipher, query), after, count)
}

interface ByStatus {
  after: ListPosition | undefined
  count: number
  read(listed: Listed, after: RowPosition | undefined, count: number): Promise<Page>
}

/** Returns records status by status in the order of the work, each status from an index. */
async function readByStatus(
  { cipher }: DeskStores,
  query: ListQuery,
  { after, count, read }: ByStatus,
): Promise<Page> {
  const listed = listedBy(cipher, query)
  const work: readonly RecordStatus[] = recordStatuses[query.kind]
  const all = query.isReversed ? work.toReversed() : work
  const first = all.findIndex((status) => status === after?.status)
  const records: DeskRecord[] = []
  for (const status of all.slice(Math.max(0, first))) {
    const from = status === after?.status ? after : undefined
    const room = count - records.length
    const page = await read({ ...listed, status }, from, Math.max(1, room))
    const end = records.at(-1)
    // The page is full; the further read only checked whether there are more.
    if (room === 0 && end && page.records.length > 0)
      return { records, next: { ...positionIn(listed, end), status: end.status } }
    records.push(...page.records)
    if (page.next) return { records, next: { ...page.next, status } }
  }
  return { records, next: null }
}

/** Returns the records before and after a record in a list; undefined if the record does not exist. */
async function neighboursOf(app: DeskStores, name: RecordName, query: Omit<ListQuery, 'kind'>) {
  const record = await findByReference(app, name)
  if (!record) return undefined
  const beside = async (isReversed: boolean) => {
    const list = { ...query, kind: name.kind, isReversed }
    const after = { ...positionIn(listedBy(app.cipher, list), record), status: record.status }
    const { records } = await readPage(app, list, { after, count: 1 })
    return records[0]?.reference ?? null
  }
  return { previous: await beside(true), next: await beside(false) }
}

function isAt({ kind, personal = {} }: DeskRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = searchText(kind, 'place', personal)
  const areIn = (there: readonly string[]) => words.every((word) => there.includes(word))
  return areIn(wordsOf(text)) || areIn([...wordsOf(text), ...placeWordsOf(text)])
}

/** Returns the list's page for a cursor; undefined for an invalid cursor. */
async function listRecords(
  app: DeskStores,
  query: ListQuery,
  cursor: string | undefined,
): Promise<RecordList | undefined> {
  const after = cursor === undefined ? undefined : positionOf(openCursor(app.cipher, 'list', cursor) ?? [])
  if (cursor !== undefined && after === undefined) return undefined
  const { records, next } = await readPage(app, query, { after, count: PAGE_ROWS })
  const rows = await rowsOf(app, records)
  return { rows, next: next && makeCursor(app.cipher, 'list', [next.at, next.id, next.status ?? '']) }
}

/** Returns one line about a record from its first filled field, shortened, with contacts masked. */
function rowText({ kind, personal }: DeskRecord, row: NonNullable<Field['row']>): string {
  const said = recordFields[kind].filter((field) => field.row === row).map(({ key }) => personal?.[key] ?? '')
  const whole = maskContacts(oneLine(said.find((text) => text !== '') ?? ''))
  const letters = [...whole]
  return letters.length > ABOUT_MAX ? `${letters.slice(0, ABOUT_MAX).join('').trimEnd()}…` : whole
}

/**
 * Returns records as lines of a list, without contacts, with the names of assignees. `id` names a row and opens
 * nothing.
 */
export async function rowsOf(app: DeskStores, records: readonly DeskRecord[]): Promise<RecordRow[]> {
  const people = await staffNames(app)
  const applicants = records.filter(({ kind }) => kind === 'applications').map(({ id }) => id)
  const vacancies = await vacanciesOf(app.db, applicants)
  return records.map((record) => {
    const { id, kind, reference, createdAt, changedAt, status, assignedTo, version } = record
    const { name } = contactOf(record)
    const wished = rowText(record, 'place')
    return {
      ...{ id: app.cipher.index('desk.row', id), reference, name, status, version },
      about: rowText(record, 'about'),
      experience: rowText(record, 'experience'),
      documents: kind === 'executives' ? ['photo'] : [...record.documentFields],
      mandate: record.mandateStatus,
      sector: record.personal?.['sector'] ?? '',
      vacancies: (vacancies.get(id) ?? []).map(({ reference: at, title }) => ({ reference: at, title })),
      receivedAt: iso(createdAt),
      changedAt: iso(changedAt),
      unreadable: record.personal === undefined,
      superseded: record.supersededBy !== '',
      assignedTo: assignedTo === '' ? null : { id: assignedTo, name: people.get(assignedTo) ?? '' },
      place: wished || (record.personal?.['city'] ?? townIn(record.personal?.['address'])),
      placeWished: wished !== '',
    }
  })
}

export async function hitsOf(app: DeskStores, records: readonly DeskRecord[]): Promise<SearchAnswer['hits']> {
  const rows = await rowsOf(app, records)
  return rows.map((row, at) => ({ ...row, kind: records[at]?.kind ?? 'enquiries' }))
}

type Cursor = 'list' | 'search' | 'work'

/** Makes a cursor; it is encrypted, since it contains a row's id. */
export function makeCursor(cipher: FieldCipher, of: Cursor, parts: readonly (string | number)[]): string {
  return cipher.encrypt({ table: 'desk', column: 'cursor', row: of }, parts.join(' '))
}

/** Returns the parts of a cursor; undefined if we did not make it. */
export function openCursor(cipher: FieldCipher, of: Cursor, cursor: string): string[] | undefined {
  const place = { table: 'desk', column: 'cursor', row: of }
  return openOr(() => cipher.decrypt(place, cursor).split(' '), undefined)
}

export function positionOf([at, id, status = '']: readonly string[]): ListPosition | undefined {
  const known = recordStatus.safeParse(status)
  return id ? { at: Number(at), id, ...(known.success ? { status: known.data } : {}) } : undefined
}
