import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { SearchTokenRow } from '#server/platform/db/schema.ts'

/** What a token was made of. The numbers are stored, so they stay as they are. */
export const tokenLabels = { word: 0, first3: 1, first5: 2, place: 3 } as const
export type TokenLabel = keyof typeof tokenLabels

/** Words of one name or place that are made findable; nobody's name has more, and a visitor's text may be long. */
const WORDS = { name: 16, place: 40 }
/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 4000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The words of a text as the search compares them: compatibility forms and letter case made one, split on what is no
 * letter, mark or digit. Marks stay, or Devanagari and Gujarati would lose their vowels; the two joiners go, since the
 * same name is spelt with and without them.
 */
export function wordsOf(text: string): string[] {
  const normal = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u200c\u200d]/g, '')
  return [...new Set(normal.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ''))]
}

/** The letters of a word as people count them. */
export function lettersOf(word: string): string[] {
  return [...graphemes.segment(word)].map(({ segment }) => segment)
}

/** 32 bits of the keyed hash of a word under its label; its key outlives the data key. */
export function tokenOf(cipher: Pick<FieldCipher, 'index'>, label: TokenLabel, word: string): number {
  return Buffer.from(cipher.index(`search_tokens.${label}`, word), 'base64url').readInt32BE()
}

/** The part of a word that the longest prefix token which fits is made of; undefined for a word that is too short. */
export function prefixOf(word: string): { label: 'first3' | 'first5'; text: string } | undefined {
  const letters = lettersOf(word)
  if (letters.length >= 5) return { label: 'first5', text: letters.slice(0, 5).join('') }
  return letters.length >= 3 ? { label: 'first3', text: letters.slice(0, 3).join('') } : undefined
}

/** What a record is found by. */
export interface Findable {
  id: string
  createdAt: number
  name: string
  /** Its address, city and state; empty for a kind that has none. */
  place: string
}

function nameTokens(cipher: FieldCipher, word: string): [TokenLabel, number][] {
  const letters = lettersOf(word)
  const start = (count: number) => letters.slice(0, count).join('')
  return [
    ['word', tokenOf(cipher, 'word', word)],
    ...(letters.length >= 3 ? [['first3', tokenOf(cipher, 'first3', start(3))] as [TokenLabel, number]] : []),
    ...(letters.length >= 5 ? [['first5', tokenOf(cipher, 'first5', start(5))] as [TokenLabel, number]] : []),
  ]
}

function tokensOf(cipher: FieldCipher, { id, createdAt, name, place }: Findable): SearchTokenRow[] {
  const names = wordsOf(name)
    .slice(0, WORDS.name)
    .flatMap((word) => nameTokens(cipher, word))
  const places = wordsOf(place)
    .slice(0, WORDS.place)
    .map((word) => ['place', tokenOf(cipher, 'place', word)] as [TokenLabel, number])
  const pairs = [...names, ...places]
  // Two words may share a token.
  const unique = new Map(pairs.map(([label, token]) => [`${label} ${token}`, { label, token }]))
  return [...unique.values()].map(({ label, token }) => {
    return { label: tokenLabels[label], token, created_at: createdAt, record_id: id }
  })
}

/** Makes records findable by the words of their names and places, in the transaction that stores them. */
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
