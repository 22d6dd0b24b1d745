import {
  agreementReference,
  kindOfReference,
  recordKind,
  reference,
  type SearchAnswer,
} from '#contract/schemas/staff-records.ts'
import { agreementNamed } from '#server/features/onboarding/agreement/store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { mayDo } from '#contract/schemas/staff-api.ts'
import type { StaffMember } from '#server/features/staff/access/rules.ts'
import { type LimitedDeps, limitSearch } from '#server/features/staff/desk-limits.ts'
import { type DeskStores, type Refused, refused } from '#server/features/staff/desk-rules.ts'
import { normalEmail, phoneOf } from '#server/features/privacy/identities.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { lettersOf, prefixOf, type TokenLabel, tokenOf, wordsOf } from '#server/platform/db/search-tokens.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { makeCursor, openCursor, positionOf, rowsOf } from './list-service.ts'
import { withToken } from './list-store.ts'
import { type DeskRecord, findByReference, namesOf, readRecords, recordsOfContact } from './read-store.ts'

/** Candidates fetched at once, hits after which a page ends, and candidates looked at before it ends in any case. */
const SEARCH = { fetched: 100, hits: 25, most: 1000 }
const everything = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** Where a search by name goes on: first through whole words, then through their beginnings. */
interface Place {
  step: 'whole' | 'prefix'
  after: Position | undefined
}

/** Finds records by reference, e-mail, phone or words of a name, for somebody at the desk. */
export async function searchRecords(
  deps: LimitedDeps,
  { q, after: cursor }: { q: string; after?: string | undefined },
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  const named = await findNamed(deps, q)
  if (named) return { hits: await hitsOf(deps, named), next: null }
  const contact = contactIn(q)
  if (contact) return searchByContact(deps, contact, staff)
  const place =
    cursor === undefined ? { step: 'whole' as const, after: undefined } : openPlace(deps.cipher, cursor)
  // A cursor that we did not make.
  if (!place) return refused('invalid')
  const { found, next } = await findByName(deps, wordsOf(q), place)
  return { hits: await hitsOf(deps, found), next: next && makePlace(deps.cipher, next) }
}

async function hitsOf(deps: DeskStores, records: readonly DeskRecord[]): Promise<SearchAnswer['hits']> {
  const rows = await rowsOf(deps, records)
  return rows.map((row, at) => ({ ...row, kind: records[at]?.kind ?? 'enquiries' }))
}

/** What a reference names; undefined where the query is none. */
async function findNamed(deps: DeskStores, q: string): Promise<DeskRecord[] | undefined> {
  const named = reference.safeParse(q)
  const kind = named.success ? kindOfReference(named.data) : undefined
  if (named.success && kind) {
    const record = await findByReference(deps, { kind, reference: named.data })
    return record ? [record] : []
  }
  const agreement = agreementReference.safeParse(q)
  if (!agreement.success) return undefined
  const found = await agreementNamed(deps.db, agreement.data)
  return found ? readRecords(deps, 'executives', [found.executiveId]) : []
}

type Contact = { email: string } | { phone: string }

function contactIn(q: string): Contact | undefined {
  if (q.includes('@')) return { email: normalEmail(q) }
  const phone = phoneOf(q)
  return phone === undefined ? undefined : { phone }
}

/** For those who may see contacts alone, and noted: who may try one number after the other learns what the masks hide. */
async function searchByContact(
  deps: LimitedDeps,
  contact: Contact,
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  if (!mayDo(staff.role, 'records.contact')) return refused('denied', recordMessages.numberSearch)
  return limitSearch(deps, staff, {
    by: 'email' in contact ? 'email' : 'phone',
    find: async () => ({ hits: await hitsOf(deps, await findByContact(deps, contact)), next: null }),
    count: ({ hits }) => hits.length,
  })
}

async function findByContact(deps: DeskStores, contact: Contact): Promise<DeskRecord[]> {
  const found = await recordsOfContact(deps, { ...contact, count: SEARCH.hits })
  const newest = found.toSorted((one, other) => other.created_at - one.created_at)
  return readAny(deps, newest)
}

function idsOf(positions: readonly Position[]): string[] {
  return positions.map(({ id }) => id)
}

/** Records of any kind in this order. */
async function readAny(deps: DeskStores, positions: readonly Position[]): Promise<DeskRecord[]> {
  const ids = idsOf(positions)
  const all = await Promise.all(recordKind.options.map((kind) => readRecords(deps, kind, ids)))
  const found = new Map(all.flat().map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The tokens of the word that leaves the fewest candidates, by the step that they are followed in. */
function tokensOf(cipher: FieldCipher, words: readonly string[]) {
  const [longest] = words.toSorted((one, other) => lettersOf(other).length - lettersOf(one).length)
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
  deps: DeskStores,
  words: readonly string[],
  start: Place,
): Promise<{ found: DeskRecord[]; next: Place | null }> {
  const tokens = tokensOf(deps.cipher, words)
  const found: DeskRecord[] = []
  let place: Place = start
  for (let looked = 0; tokens && looked < SEARCH.most; looked += SEARCH.fetched) {
    const wanted = tokens[place.step]
    if (!wanted) return { found, next: null }
    const range = { arrival: everything, after: place.after, count: SEARCH.fetched }
    const positions = await withToken(deps.db, wanted, range)
    const { step } = place
    const isHit = (name: string) => {
      const there = wordsOf(name)
      // Those with the whole word came in the step before.
      if ((step === 'whole') !== there.includes(tokens.longest)) return false
      return words.every((word) => there.some((other) => other.startsWith(word)))
    }
    // A name is all that most of these are decrypted of.
    const names = await namesOf(deps, idsOf(positions))
    const hits = positions.filter(({ id }) => isHit(names.get(id) ?? ''))
    const room = SEARCH.hits - found.length
    found.push(...(await readAny(deps, hits.slice(0, room))))
    const last = hits.length > room ? hits[room - 1] : undefined
    if (last) return { found, next: { step, after: last } }
    const isOver = positions.length < SEARCH.fetched
    if (isOver && step === 'prefix') return { found, next: null }
    place = isOver ? { step: 'prefix', after: undefined } : { step, after: positions.at(-1) }
    if (found.length >= SEARCH.hits) break
  }
  return { found, next: tokens ? place : null }
}

function makePlace(cipher: FieldCipher, { step, after }: Place): string {
  return makeCursor(cipher, 'search', [step, after?.created_at ?? '', after?.id ?? ''])
}

function openPlace(cipher: FieldCipher, cursor: string): Place | undefined {
  const [step, ...after] = openCursor(cipher, 'search', cursor) ?? []
  return step === 'whole' || step === 'prefix' ? { step, after: positionOf(after) } : undefined
}
