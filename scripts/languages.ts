// `npm run languages` lists what of each language nobody has read yet, and what changed in English since it was made.
// `-- made gu` says that the Gujarati sentences were made from today's English; `-- reviewed gu [beginning of a key]`
// that somebody has read them and they may be shown.
import { writeFile } from 'node:fs/promises'
import { defaultLanguage, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import {
  hashOf,
  readReviews,
  type Review,
  reviewsFile,
  translationsOf,
} from '#server/platform/translations.ts'

/** Letters of a sentence in the list. */
const SHOWN_LETTERS = 100

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN_LETTERS ? `${line.slice(0, SHOWN_LETTERS)}…` : line
}

function list(language: Language): void {
  const all = translationsOf(language)
  const open = all.filter(({ state }) => state !== 'reviewed')
  for (const { key, english, text, state } of open) {
    process.stdout.write(`${[language, state, key, oneLine(english), oneLine(text)].join('\t')}\n`)
  }
  const changed = open.filter(({ state }) => state === 'english changed').length
  process.stderr.write(
    `${languages[language].name}: ${all.length} sentences, ${open.length} not reviewed, ${changed} of them made from other English\n`,
  )
}

/** Writes the marks anew: of all sentences, or of those whose key begins so. */
async function mark(language: Language, beginning: string, isReview: boolean): Promise<number> {
  const before = readReviews(language)
  const marked = translationsOf(language).filter(({ key }) => key.startsWith(beginning))
  const now = new Map(before)
  for (const { key, english, text } of marked) {
    const approved = isReview ? hashOf(text) : before.get(key)?.approved
    now.set(key, { english: hashOf(english), ...(approved ? { approved } : {}) })
  }
  const known = new Set(translationsOf(language).map(({ key }) => key))
  await writeFile(reviewsFile(language), written([...now].filter(([key]) => known.has(key))))
  return marked.length
}

function written(reviews: [key: string, review: Review][]): string {
  const groups = new Map<string, Record<string, string>>()
  for (const [key, { english, approved }] of reviews) {
    const end = /^[^.#]*(?=\.)/.exec(key)?.[0] ?? key
    const isDocument = key.includes('#')
    const [group, rest] = isDocument || end === key ? [key, ''] : [end, key.slice(end.length + 1)]
    groups.set(group, { ...groups.get(group), [rest]: approved ? `${english} ${approved}` : english })
  }
  const lines = [...groups].map(([group, marks]) => `${JSON.stringify(group)}: ${JSON.stringify(marks)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

const [command, code, beginning = ''] = process.argv.slice(2)
const others = languageCodes.filter((one) => one !== defaultLanguage)
const language = others.find((one) => one === code)
if (command === undefined) for (const one of others) list(one)
else if ((command === 'made' || command === 'reviewed') && language) {
  const count = await mark(language, beginning, command === 'reviewed')
  process.stderr.write(`${count} sentences marked\n`)
} else {
  process.stderr.write(`Use: npm run languages [-- made|reviewed ${others.join('|')} [beginning of a key]]\n`)
  process.exitCode = 2
}
