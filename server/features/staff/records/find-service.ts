import {
  type RecordFilters,
  type RecordKind,
  type RecordList,
  type RecordRow,
  agreementReference,
  kindOfReference,
  reference,
  type SearchAnswer,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import {
  lettersOf,
  tokenOf,
  wordsOf,
  prefixOf,
  type TokenLabel,
} from '#server/platform/records/search-tokens.ts'
import {
  contactOf,
  deskRecord,
  type DeskRecord,
  searchText,
  readRecords,
  recordsOfContact,
} from '#server/platform/records/store.ts'
import { vacanciesOf } from '#server/features/vacancies/candidate-store.ts'
import { type Listed, pageOf, findByReference } from './store.ts'
import { agreementNamed } from '#server/features/onboarding/agreement/store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { mayDo } from '#contract/schemas/staff-api.ts'
import type { StaffMember } from '#server/features/staff/access/rules.ts'
import { limitSearch } from '#server/features/staff/desk-limits.ts'
import {
  type Refused,
  refused,
  type DeskHandlers,
  type DeskStores,
} from '#server/features/staff/desk-rules.ts'
import { type Contacts, contactNamed } from '#server/features/privacy/person.ts'
import { deleteView, insertView, listViews } from './views-store.ts'

/** The lists, the search over them, and saved filters. */
export function findHandlers(app: App) {
  return {
    async 'records.list'({ params, query: { after, ...filters }, staff }) {
      const list = await listRecords(app, { ...params, filters, staffId: staff.id }, after)
      return list ?? refused('invalid')
    },
    'records.search': ({ body, staff }) => searchRecords(app, body, staff),
    'me.views': async ({ staff }) => ({ views: await listViews(app, staff.id) }),
    'me.saveView': async ({ body, staff }) =>
      (await insertView(app, staff.id, body)) ?? refused('invalid', recordMessages.tooManyViews),
    async 'me.deleteView'({ params, staff }) {
      await deleteView(app, staff.id, params.id)
      return { views: await listViews(app, staff.id) }
    },
  } satisfies Partial<DeskHandlers>
}

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
  const { status, assigned, from, to, place = '', document, mandate, sector, vacancy, superseded } = filters
  const start = (day: string) => Date.parse(`${day}T00:00:00+05:30`)
  const [longest] = byLength(wordsOf(place))
  return {
    ...{ kind, status, document, mandate, sector, vacancy, superseded: superseded === 'shown' },
    assignedTo: assigned === 'nobody' ? '' : assigned === 'me' ? staffId : assigned,
    from: from === undefined ? undefined : start(from),
    before: to === undefined ? undefined : start(to) + DAY_MS,
    token: longest === undefined ? undefined : { label: 'place', token: tokenOf(cipher, 'place', longest) },
  }
}

/** Words by their letters, the longest first: it leaves the fewest candidates. */
function byLength(words: readonly string[]): string[] {
  return words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
}

interface Walk {
  after: Position | undefined
  /** Records of a page at most, candidates fetched at once, and candidates looked at before the page ends in any case. */
  count: number
  fetched: number
  most: number
}

/** The candidates that match once they are decrypted, newest first; `next` goes on where it stopped. */
async function findMatching(
  { db, cipher }: DeskStores,
  listed: Listed,
  matches: (record: DeskRecord) => boolean,
  { after, count, fetched, most }: Walk,
): Promise<{ records: DeskRecord[]; next: Position | null }> {
  const records: DeskRecord[] = []
  let last = after
  for (let looked = 0; looked < most; looked += fetched) {
    const rows = await pageOf(db, listed, { after: last, count: fetched })
    for (const row of rows) {
      const record = deskRecord(cipher, row)
      if (!matches(record)) continue
      const end = records.at(-1)
      if (records.length === count && end) return { records, next: { created_at: end.createdAt, id: end.id } }
      records.push(record)
    }
    if (rows.length < fetched) return { records, next: null }
    last = rows.at(-1)
  }
  return { records, next: last ?? null }
}

/**
 * The records that come after a position, newest first, at most `count`. Of a place the candidates are compared; that ends
 * after a bounded number of rows, and the next page goes on from there.
 */
export function readPage(
  app: DeskStores,
  query: ListQuery,
  { after, count }: { after: Position | undefined; count: number },
): Promise<{ records: DeskRecord[]; next: Position | null }> {
  const words = wordsOf(query.filters.place ?? '')
  const walk = { after, count, fetched: count + 1, most: LOOKED_MOST }
  return findMatching(app, listedBy(app.cipher, query), (record) => isAt(record, words), walk)
}

function isAt({ kind, personal = {} }: DeskRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const there = wordsOf(searchText(kind, 'place', personal))
  return words.every((word) => there.includes(word))
}

/** The list's page for a cursor; undefined for a cursor that we did not make. */
async function listRecords(
  app: DeskStores,
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
export async function rowsOf(app: DeskStores, records: readonly DeskRecord[]): Promise<RecordRow[]> {
  const people = await staffNames(app)
  const applicants = records.filter(({ kind }) => kind === 'applications').map(({ id }) => id)
  const vacancies = await vacanciesOf(app.db, applicants)
  return records.map((record) => {
    const { id, kind, reference, createdAt, status, assignedTo, version } = record
    const { name, email, phone } = contactOf(record)
    return {
      ...{ id: app.cipher.index('desk.row', id), reference, name, status, version },
      documents: kind === 'executives' ? ['photo'] : [...record.documentFields],
      mandate: record.mandateStatus,
      sector: record.personal?.['sector'] ?? '',
      vacancies: (vacancies.get(id) ?? []).map(({ reference: at, title }) => ({ reference: at, title })),
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

type Cursor = 'list' | 'search' | 'work'

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

/** Candidates fetched at once, hits after which a page ends, and candidates looked at before it ends in any case. */
const SEARCH = { fetched: 100, hits: 25, most: 1000 }

/** Where a search by name goes on: first through whole words, then through their beginnings. */
interface Place {
  step: 'whole' | 'prefix'
  after: Position | undefined
}

/** Finds records by reference, e-mail, phone or words of a name, for somebody at the desk. */
async function searchRecords(
  app: App,
  { q, after: cursor }: { q: string; after?: string | undefined },
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  const named = await findNamed(app, q)
  if (named) return { hits: await hitsOf(app, named), next: null }
  const contact = contactNamed(q.includes('@') ? 'email' : 'phone', q)
  if (contact) return searchByContact(app, contact, staff)
  const place =
    cursor === undefined ? { step: 'whole' as const, after: undefined } : openPlace(app.cipher, cursor)
  // A cursor that we did not make.
  if (!place) return refused('invalid')
  const { found, next } = await findByName(app, wordsOf(q), place)
  return { hits: await hitsOf(app, found), next: next && makePlace(app.cipher, next) }
}

/** Records of any kind as lines. */
export async function hitsOf(app: DeskStores, records: readonly DeskRecord[]): Promise<SearchAnswer['hits']> {
  const rows = await rowsOf(app, records)
  return rows.map((row, at) => ({ ...row, kind: records[at]?.kind ?? 'enquiries' }))
}

/** What a reference names; undefined where the query is none. */
async function findNamed(app: DeskStores, q: string): Promise<DeskRecord[] | undefined> {
  const named = reference.safeParse(q)
  const kind = named.success ? kindOfReference(named.data) : undefined
  if (named.success && kind) {
    const record = await findByReference(app, { kind, reference: named.data })
    return record ? [record] : []
  }
  const agreement = agreementReference.safeParse(q)
  if (!agreement.success) return undefined
  const found = await agreementNamed(app.db, agreement.data)
  return found ? readRecords(app, [found.executiveId]) : []
}

/** For those who may see contacts alone, and noted: who may try one number after the other learns what the masks hide. */
async function searchByContact(
  app: App,
  contact: Contacts,
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  if (!mayDo(staff.role, 'records.contact')) return refused('denied', recordMessages.numberSearch)
  return limitSearch(app, staff, {
    by: 'email' in contact ? 'email' : 'phone',
    find: async () => ({ hits: await hitsOf(app, await findByContact(app, contact)), next: null }),
    count: ({ hits }) => hits.length,
  })
}

async function findByContact(app: DeskStores, contact: Contacts): Promise<DeskRecord[]> {
  const found = await recordsOfContact(app, { ...contact, count: SEARCH.hits })
  return found.map(({ record }) => record).toSorted((one, other) => other.createdAt - one.createdAt)
}

/** The tokens of the word that leaves the fewest candidates, by the step that they are followed in. */
function tokensOf(cipher: FieldCipher, words: readonly string[]) {
  const [longest] = byLength(words)
  if (longest === undefined) return undefined
  const prefix = prefixOf(longest)
  const token = (label: TokenLabel, text: string) => ({ label, token: tokenOf(cipher, label, text) })
  return {
    longest,
    whole: token('word', longest),
    prefix: prefix && token(prefix.label, prefix.text),
  }
}

async function findByName(
  app: DeskStores,
  words: readonly string[],
  { step, after }: Place,
  count = SEARCH.hits,
): Promise<{ found: DeskRecord[]; next: Place | null }> {
  const tokens = tokensOf(app.cipher, words)
  const token = tokens?.[step]
  if (!token) return { found: [], next: null }
  const matches = ({ kind, personal = {} }: DeskRecord) => {
    const there = wordsOf(searchText(kind, 'name', personal))
    // Those with the whole word come in the step before.
    if ((step === 'whole') !== there.includes(tokens.longest)) return false
    return words.every((word) => there.some((other) => other.startsWith(word)))
  }
  const { fetched, most } = SEARCH
  const walk = { after, count, fetched, most }
  const { records, next } = await findMatching(app, { token, superseded: true }, matches, walk)
  if (next) return { found: records, next: { step, after: next } }
  if (step === 'prefix' || !tokens.prefix) return { found: records, next: null }
  const beginnings = { step: 'prefix', after: undefined } as const
  if (records.length === count) return { found: records, next: beginnings }
  const more = await findByName(app, words, beginnings, count - records.length)
  return { found: [...records, ...more.found], next: more.next }
}

function makePlace(cipher: FieldCipher, { step, after }: Place): string {
  return makeCursor(cipher, 'search', [step, after?.created_at ?? '', after?.id ?? ''])
}

function openPlace(cipher: FieldCipher, cursor: string): Place | undefined {
  const [step, ...after] = openCursor(cipher, 'search', cursor) ?? []
  return step === 'whole' || step === 'prefix' ? { step, after: positionOf(after) } : undefined
}
