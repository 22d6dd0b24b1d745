import {
  agreementReference,
  kindOfReference,
  reference,
  type SearchAnswer,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { agreementNamed } from '#server/features/onboarding/agreement/store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { mayDo } from '#contract/schemas/staff-api.ts'
import type { StaffMember } from '#server/features/staff/access/rules.ts'
import { limitSearch } from '#server/features/staff/desk-limits.ts'
import { type Refused, refused } from '#server/features/staff/desk-rules.ts'
import { normalEmail, phoneOf } from '#server/features/privacy/person-query.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Position } from '#server/platform/db/tables.ts'
import { prefixOf, type TokenLabel, tokenOf, wordsOf } from '#server/platform/records/search-tokens.ts'
import {
  contactOf,
  deskRecord,
  type DeskRecord,
  readRecords,
  recordsOfContact,
} from '#server/platform/records/store.ts'
import { byLength, makeCursor, openCursor, positionOf, positionOfRecord, rowsOf } from './list-service.ts'
import { findByReference, pageOf } from './store.ts'

type Stores = Pick<App, 'db' | 'cipher'>

/** Candidates fetched at once, hits after which a page ends, and candidates looked at before it ends in any case. */
const SEARCH = { fetched: 100, hits: 25, most: 1000 }

/** Where a search by name goes on: first through whole words, then through their beginnings. */
interface Place {
  step: 'whole' | 'prefix'
  after: Position | undefined
}

/** Finds records by reference, e-mail, phone or words of a name, for somebody at the desk. */
export async function searchRecords(
  app: App,
  { q, after: cursor }: { q: string; after?: string | undefined },
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  const named = await findNamed(app, q)
  if (named) return { hits: await hitsOf(app, named), next: null }
  const contact = contactIn(q)
  if (contact) return searchByContact(app, contact, staff)
  const place =
    cursor === undefined ? { step: 'whole' as const, after: undefined } : openPlace(app.cipher, cursor)
  // A cursor that we did not make.
  if (!place) return refused('invalid')
  const { found, next } = await findByName(app, wordsOf(q), place)
  return { hits: await hitsOf(app, found), next: next && makePlace(app.cipher, next) }
}

async function hitsOf(app: Stores, records: readonly DeskRecord[]): Promise<SearchAnswer['hits']> {
  const rows = await rowsOf(app, records)
  return rows.map((row, at) => ({ ...row, kind: records[at]?.kind ?? 'enquiries' }))
}

/** What a reference names; undefined where the query is none. */
async function findNamed(app: Stores, q: string): Promise<DeskRecord[] | undefined> {
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

type Contact = { email: string } | { phone: string }

function contactIn(q: string): Contact | undefined {
  if (q.includes('@')) return { email: normalEmail(q) }
  const phone = phoneOf(q)
  return phone === undefined ? undefined : { phone }
}

/** For those who may see contacts alone, and noted: who may try one number after the other learns what the masks hide. */
async function searchByContact(
  app: App,
  contact: Contact,
  staff: StaffMember,
): Promise<SearchAnswer | Refused> {
  if (!mayDo(staff.role, 'records.contact')) return refused('denied', recordMessages.numberSearch)
  return limitSearch(app, staff, {
    by: 'email' in contact ? 'email' : 'phone',
    find: async () => ({ hits: await hitsOf(app, await findByContact(app, contact)), next: null }),
    count: ({ hits }) => hits.length,
  })
}

async function findByContact(app: Stores, contact: Contact): Promise<DeskRecord[]> {
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
  { db, cipher }: Stores,
  words: readonly string[],
  start: Place,
): Promise<{ found: DeskRecord[]; next: Place | null }> {
  const tokens = tokensOf(cipher, words)
  const found: DeskRecord[] = []
  let place: Place = start
  for (let looked = 0; tokens && looked < SEARCH.most; looked += SEARCH.fetched) {
    const { step, after } = place
    const token = tokens[step]
    if (!token) return { found, next: null }
    const rows = await pageOf(db, { token, superseded: true }, { after, count: SEARCH.fetched })
    for (const row of rows) {
      const record = deskRecord(cipher, row)
      const there = wordsOf(contactOf(record).name)
      // Those with the whole word came in the step before.
      if ((step === 'whole') !== there.includes(tokens.longest)) continue
      if (!words.every((word) => there.some((other) => other.startsWith(word)))) continue
      const end = found.at(-1)
      if (found.length === SEARCH.hits && end) return { found, next: { step, after: positionOfRecord(end) } }
      found.push(record)
    }
    const isOver = rows.length < SEARCH.fetched
    if (isOver && step === 'prefix') return { found, next: null }
    place = isOver ? { step: 'prefix', after: undefined } : { step, after: rows.at(-1) }
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
