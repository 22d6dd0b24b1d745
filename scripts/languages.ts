// `npm run languages` lists sentences that nobody has reviewed and those whose English has changed. `-- made gu` marks
// the Gujarati sentences as made from the current English; `-- reviewed gu [beginning of a key]` marks them as
// reviewed, so that they may be shown.
import { writeFile } from 'node:fs/promises'
import { defaultLanguage, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import {
  marked,
  readReviews,
  type Review,
  reviewsFile,
  translationsOf,
} from '#server/platform/translations.ts'

/** Most letters of a sentence in the list. */
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
    `${languages[language].name}: ${all.length} sentences, ${open.length} not reviewed, ${changed} of them made from outdated English\n`,
  )
}

/** Marks all sentences, or those whose keys begin with `beginning`. */
async function mark(language: Language, beginning: string, as: 'made' | 'reviewed'): Promise<number> {
  const reviews = readReviews(language)
  const all = translationsOf(language)
  const chosen = all.filter(({ key }) => key.startsWith(beginning))
  for (const { key, ...texts } of chosen) reviews.set(key, marked(reviews.get(key), texts, as))
  const known = new Set(all.map(({ key }) => key))
  await writeFile(reviewsFile(language), written([...reviews].filter(([key]) => known.has(key))))
  return chosen.length
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
  const count = await mark(language, beginning, command)
  process.stderr.write(`${count} sentences marked\n`)
  // The key was probably mistyped.
  if (count === 0) process.exitCode = 1
} else {
  process.stderr.write(`Use: npm run languages [-- made|reviewed ${others.join('|')} [beginning of a key]]\n`)
  process.exitCode = 2
}
