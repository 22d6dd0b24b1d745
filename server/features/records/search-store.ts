import { recordFields } from '#contract/fields/records.ts'
import { placeKey } from '#contract/places.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { SearchTokenRow } from '#server/platform/db/schema.ts'
import { townIn } from './town-rules.ts'

/** The kinds of tokens. The numbers are stored, so they must not change. */
export const tokenLabels = { word: 0, first3: 1, first5: 2, place: 3, first2: 4 } as const
export type TokenLabel = keyof typeof tokenLabels

/** Indexed words of one name or place; no name has more, and a visitor's text may be long. */
const WORDS = { name: 16, place: 40 }
/** Rows of one statement: SQLite allows 32,766 values. */
const ROWS_AT_ONCE = 4000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns the words of a text as the search compares them: compatibility forms and letter case are unified, and
 * everything but letters, marks and digits separates words. Marks stay, since Devanagari and Gujarati would lose
 * their vowels; the two joiners are removed, since the same name is spelt with and without them.
 */
export function wordsOf(text: string): string[] {
  const normal = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u200c\u200d]/g, '')
  return [...new Set(normal.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ''))]
}

/** Returns the letters of a word as people count them. */
export function lettersOf(word: string): string[] {
  return [...graphemes.segment(word)].map(({ segment }) => segment)
}

/** Returns 32 bits of the keyed hash of a word and its label; the key stays when the data key is rotated. */
export function tokenOf(cipher: Pick<FieldCipher, 'index'>, label: TokenLabel, word: string): number {
  return Buffer.from(cipher.index(`search_tokens.${label}`, word), 'base64url').readInt32BE()
}

const indian =
  /^[\p{Script=Deva}\p{Script=Gujr}\p{Script=Beng}\p{Script=Guru}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}]/u

interface Prefix {
  label: 'first2' | 'first3' | 'first5'
  text: string
}

/**
 * Returns the indexed prefixes of a word, the longest first. In Indian scripts letters count without vowel signs,
 * since a partly typed word may end within a cluster; two of them distinguish as much as three elsewhere.
 */
function prefixesOf(word: string): Prefix[] {
  const isIndian = indian.test(word)
  const letters = isIndian ? [...word].filter((sign) => /\p{L}/u.test(sign)) : lettersOf(word)
  const lengths = { first5: 5, first3: 3, ...(isIndian && { first2: 2 }) }
  return Object.entries(lengths)
    .filter(([, length]) => letters.length >= length)
    .map(([label, length]) => ({ label: label as Prefix['label'], text: letters.slice(0, length).join('') }))
}

/** Returns the longest indexed prefix of a word; undefined if the word is too short. */
export function prefixOf(word: string): Prefix | undefined {
  return prefixesOf(word)[0]
}

/** Word counts of the names of places, the longest first. */
const PLACE_WORDS = [4, 3, 2, 1]

/**
 * Returns the words of a place as the filter compares them. For cities and states of India these are the words of the
 * English name, in whichever spelling and script.
 */
export function placeWordsOf(text: string): string[] {
  const words = wordsOf(text)
  const found: string[] = []
  for (let at = 0; at < words.length;) {
    const names = PLACE_WORDS.map((count) => words.slice(at, at + count)).map((name) => {
      return { name, key: placeKey(name.join(' ')) }
    })
    const { name, key } = names.find((one) => one.key !== undefined) ?? { name: words.slice(at, at + 1) }
    found.push(...(key === undefined ? name : wordsOf(key)))
    at += name.length
  }
  return [...new Set(found)]
}

/** Returns the texts of the searched fields; of a masked field only the town, which everybody at the desk sees. */
export function searchText(kind: RecordKind, search: 'name' | 'place', personal: object): string {
  const texts = personal as Readonly<Record<string, string>>
  const fields = recordFields[kind].filter((field) => field.search === search)
  return fields.map(({ key, mask }) => (mask ? townIn(texts[key]) : texts[key]) ?? '').join(' ')
}

/** What the search finds a record by. */
export interface Findable {
  id: string
  createdAt: number
  name: string
  /** City and state, and where an applicant wants to work; empty for a kind without them. */
  place: string
}

function nameTokens(cipher: FieldCipher, word: string): [TokenLabel, number][] {
  return [{ label: 'word', text: word } as const, ...prefixesOf(word)].map(({ label, text }) => [
    label,
    tokenOf(cipher, label, text),
  ])
}

function tokensOf(cipher: FieldCipher, { id, createdAt, name, place }: Findable): SearchTokenRow[] {
  const names = wordsOf(name)
    .slice(0, WORDS.name)
    .flatMap((word) => nameTokens(cipher, word))
  const places = [...new Set([...placeWordsOf(place), ...wordsOf(place)])]
    .slice(0, WORDS.place)
    .map((word) => ['place', tokenOf(cipher, 'place', word)] as [TokenLabel, number])
  const pairs = [...names, ...places]
  // Two words may have the same token.
  const unique = new Map(pairs.map(([label, token]) => [`${label} ${token}`, { label, token }]))
  return [...unique.values()].map(({ label, token }) => {
    return { label: tokenLabels[label], token, created_at: createdAt, record_id: id }
  })
}

/** Indexes the names and places of records, in the transaction that stores the records. */
export async function insertSearchTokens(
  trx: Db,
  cipher: FieldCipher,
  records: readonly Findable[],
): Promise<void> {
  const rows = records.flatMap((record) => tokensOf(cipher, record))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('search_tokens')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
