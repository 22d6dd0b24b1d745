import { sha256 } from '#server/platform/crypto/digest.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, type Language } from '#contract/messages/languages.ts'
import { dictionaries } from './requested-language.ts'

/** The state of a translation: whether its English is current, and whether somebody approved its words. */
export type TranslationState = 'reviewed' | 'unreviewed' | 'english changed'

export interface Translated {
  /** The path in the dictionary, or a document and its section: `legal/terms.md#liability`. */
  key: string
  english: string
  text: string
  state: TranslationState
}

const folder = path.join(import.meta.dirname, '../../contract/messages')

/** Returns a text's mark in `reviews.json`. */
function hashOf(text: string): string {
  return sha256(text).slice(0, 8)
}

/** The marks of one text: of the English that it was made from, and of the approved words. */
export interface Review {
  english: string
  approved?: string
}

/** Returns the path of a language's `reviews.json`: a line for each group, «english» or «english approved» by key. */
export function reviewsFile(language: Language): string {
  return path.join(folder, language, 'reviews.json')
}

export function readReviews(language: Language): Map<string, Review> {
  const file = reviewsFile(language)
  if (!existsSync(file)) return new Map()
  const groups = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
  return new Map(
    Object.entries(groups).flatMap(([group, marks]) =>
      Object.entries(marks).map(([key, mark]) => {
        const [english = '', approved] = mark.split(' ')
        return [
          key === '' ? group : `${group}.${key}`,
          approved ? { english, approved } : { english },
        ] as const
      }),
    ),
  )
}

/** Returns every sentence of a language by its key, documents by section. */
export function textsOf(language: Language): Map<string, string> {
  return new Map([...sentencesOf(dictionaries[language], ''), ...sectionsOf(path.join(folder, language), '')])
}

function sentencesOf(tree: unknown, at: string): [key: string, text: string][] {
  if (typeof tree === 'string') return [[at, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, part]) => sentencesOf(part, at === '' ? name : `${at}.${name}`))
}

function sectionsOf(at: string, within: string): [key: string, text: string][] {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const [whole, name] = [path.join(at, entry.name), within + entry.name]
    if (entry.isDirectory()) return sectionsOf(whole, `${name}/`)
    if (!entry.name.endsWith('.md')) return []
    return readFileSync(whole, 'utf8')
      .split(/^(?=## )/m)
      .filter((section) => section.trim() !== '')
      .map((section): [string, string] => [`${name}#${/\{#([\w-]+)\}/.exec(section)?.[1] ?? ''}`, section])
  })
}

/** Not translated: the language's own name for itself. */
const untranslated = /^language$/

export function translationsOf(language: Language): Translated[] {
  const reviews = readReviews(language)
  const texts = textsOf(language)
  return [...textsOf(defaultLanguage)]
    .filter(([key]) => !untranslated.test(key))
    .map(([key, english]) => {
      const text = texts.get(key) ?? ''
      return { key, english, text, state: stateOf(reviews.get(key), { english, text }) }
    })
}

/** Returns a text's state by its mark; unreviewed without one. */
export function stateOf(
  review: Review | undefined,
  { english, text }: { english: string; text: string },
): TranslationState {
  if (review && review.english !== hashOf(english)) return 'english changed'
  return review?.approved === hashOf(text) ? 'reviewed' : 'unreviewed'
}

/**
 * Returns the mark of a text that was made from today's English or was approved. An approval covers both texts, so it
 * ends when the English changes, even if the translation does not.
 */
export function marked(
  before: Review | undefined,
  { english, text }: { english: string; text: string },
  as: 'made' | 'reviewed',
): Review {
  const from = hashOf(english)
  if (as === 'reviewed') return { english: from, approved: hashOf(text) }
  return before?.english === from ? before : { english: from }
}

/** What a person agrees to: notices, consents, the terms of the mandate and the agreement. */
const agreedTo = /^(\w+Notices|noticeEndings|noticeTopics|consentTexts|beforeLeaving)\.|^agreement|^annex/

interface Unreviewed {
  language: Language
  /** Unapproved sentences. */
  unreviewed: number
  /** Those of them that a person agrees to. */
  agreedTo: number
}

/** Returns the languages of a production site that have unapproved sentences. */
export function unreviewedOf({
  production,
  languages,
}: {
  production: boolean
  languages: readonly Language[]
}): Unreviewed[] {
  const others = production ? languages.filter((code) => code !== defaultLanguage) : []
  return others
    .map((language) => {
      const open = translationsOf(language).filter(({ state }) => state !== 'reviewed')
      const terms = open.filter(({ key }) => agreedTo.test(key))
      return { language, unreviewed: open.length, agreedTo: terms.length }
    })
    .filter(({ unreviewed }) => unreviewed > 0)
}
