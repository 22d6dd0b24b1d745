import { refused } from '#server/platform/http/http-errors.ts'
import {
  agreementReference,
  kindOfReference,
  reference,
  type SearchAnswer,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import {
  searchText,
  tokenOf,
  wordsOf,
  prefixOf,
  type TokenLabel,
} from '#server/features/records/search-store.ts'
import { type DeskRecord, readRecords, recordsOfContact } from '#server/features/records/store.ts'
import { type RowPosition, findByReference } from './store.ts'
import { byLength, findMatching, hitsOf, makeCursor, openCursor, positionOf } from './find-service.ts'
import { agreementNamed } from '#server/features/onboarding/agreement/store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { mayDo } from '#contract/calls/staff-calls.ts'
import type { StaffMember, DeskHandlers, DeskStores } from '#server/features/staff/desk-rules.ts'
import { limitSearch } from '#server/features/staff/desk-limits.ts'
import { type Contacts, contactNamed } from '#server/features/privacy/person.ts'

export function searchHandlers(app: App) {
  return {
    'records.search': ({ body, staff }) => searchRecords(app, body, staff),
  } satisfies Partial<DeskHandlers>
}

/** Candidates fetched at once, hits that fill a page, and the most candidates compared for a page. */
const SEARCH = { fetched: 100, hits: 25, most: 1000 }

/** Where a search by name continues: first among whole words, then among their prefixes. */
interface Place {
  step: 'whole' | 'prefix'
  after: RowPosition | undefined
}

/** Finds records by reference, e-mail, phone or words of a name. */
async function searchRecords(
  app: App,
  { q, after: cursor }: { q: string; after?: string | undefined },
  staff: StaffMember,
): Promise<SearchAnswer> {
  const named = await findNamed(app, q)
  if (named) return { hits: await hitsOf(app, named), next: null }
  const contact = contactNamed(q.includes('@') ? 'email' : 'phone', q)
  if (contact) return searchByContact(app, contact, staff)
  const place =
    cursor === undefined ? { step: 'whole' as const, after: undefined } : openPlace(app.cipher, cursor)
  // We did not make this cursor.
  if (!place) throw refused('invalid')
  const { found, next } = await findByName(app, wordsOf(q), place)
  return { hits: await hitsOf(app, found), next: next && makePlace(app.cipher, next) }
}

/** Returns the record of a reference; undefined if the query is not a reference. */
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

/** Only for people who may see contacts, and recorded, since trying numbers reveals what the masks hide. */
async function searchByContact(app: App, contact: Contacts, staff: StaffMember): Promise<SearchAnswer> {
  if (!mayDo(staff.role, 'records.contact')) throw refused('denied', { text: recordMessages.numberSearch })
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

/** Returns the tokens of the word that leaves the fewest candidates, in the order of the steps. */
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
    // Records with the whole word were found in the previous step.
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
  return makeCursor(cipher, 'search', [step, after?.at ?? '', after?.id ?? ''])
}

function openPlace(cipher: FieldCipher, cursor: string): Place | undefined {
  const [step, ...after] = openCursor(cipher, 'search', cursor) ?? []
  return step === 'whole' || step === 'prefix' ? { step, after: positionOf(after) } : undefined
}
