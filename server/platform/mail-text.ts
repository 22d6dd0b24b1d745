import { defaultLanguage, type Language, languages } from '#contract/messages/languages.ts'
import { type Agency, capital, namesIn } from '#contract/schemas/agency.ts'
import { staffPages } from '#contract/paths.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import type { Placeholders } from '#contract/messages/translation.ts'
import { say } from './requested-language.ts'
import { inIndia } from './time-text.ts'
import { inLines, oneLine } from './visible-text.ts'
import { type Field, isOptional } from '#contract/fields/field.ts'
import { recordFields } from '#contract/fields/records.ts'

/** A record's name for staff, and its address at the desk. */
export interface AtDesk {
  reference: string
  address: string
}

export function atDesk(publicUrl: string, kind: RecordKind, { reference }: { reference: string }): AtDesk {
  return { reference, address: `${publicUrl}${staffPages[kind]}/${reference}` }
}

/** Returns the line in a mail to staff about a person who reads another language than English. */
export function readsLine(language: Language): string[] {
  return language === defaultLanguage ? [] : ['', `The person reads ${languages[language].english}.`]
}

/** Returns a command of the operator's tool as it is typed on the server. */
export function opsCommand(...words: readonly string[]): string {
  return ['npm run -s ops --', ...words].join(' ')
}

type PersonMails = Dictionary['personMails']
export type PersonMailName = keyof PersonMails

/** The placeholders of a mail, each with its text. */
export type MailValues<Name extends PersonMailName> = Readonly<
  Record<Placeholders<PersonMails[Name]['subject'] | PersonMails[Name]['text']>, string>
>

export interface PersonMail {
  language: Language
  subject: string
  text: string
}

/**
 * Returns a mail to a person in their language. Each value becomes one line, so that none imitates a part of the
 * mail, except the `words` of staff. The agency's name has a capital on a line of its own.
 */
export function personMail<Name extends PersonMailName>(
  name: Name,
  values: MailValues<Name>,
  language: Language,
): PersonMail {
  const given = Object.entries<string>(values).map(([placeholder, text]) => {
    return [placeholder, placeholder === 'words' ? inLines(text) : oneLine(text)]
  })
  const filled = Object.fromEntries(given)
  const part = (key: `personMails.${PersonMailName}.${'subject' | 'text'}`) =>
    say({ key, values: filled }, language)
  // An empty value leaves no space at the end of its line.
  const text = part(`personMails.${name}.text`)
    .replaceAll(/ +$/gm, '')
    .split('\n')
    .map((line) => (line === filled['agency'] ? capital(line) : line))
    .join('\n')
  return { language, subject: part(`personMails.${name}.subject`), text }
}

/** Returns the address for answers to a mail. */
export function replyToAgency(agency: Pick<Agency, 'name' | 'names' | 'email'>, language: Language) {
  return { name: namesIn(agency, language).nameStart, address: agency.email }
}

/** What a mail needs of a record, beside its texts by field. */
interface RecordHead {
  kind: RecordKind
  reference: string
  language: Language
  createdAt: number
}

type Texts = Readonly<Record<string, string>>

/** The column where values begin in a mail's lines. */
const VALUES_AT = 11

/** Returns the lines about a record in a mail to staff; a visitor's text cannot imitate one of them. */
export function recordLines(record: RecordHead, { reference }: AtDesk): string[] {
  const texts = record as unknown as Texts
  const own = recordFields[record.kind].filter((field) => field.mail === 'line' && isSaid(field, texts))
  const lines = [
    ...own.map(({ key, desk, optionNames }) => {
      const text = oneLine(texts[key] ?? '')
      return [desk, optionNames?.[text] ?? text]
    }),
    ['Sent', `${inIndia.format(record.createdAt)} IST`],
    ['Reference', reference],
  ]
  return [
    ...lines.map(([label, value]) => `${label}: `.padEnd(VALUES_AT) + value),
    ...readsLine(record.language),
  ]
}

/** Omits optional fields that are empty. */
function isSaid(field: Field & { key: string }, texts: Texts): boolean {
  return texts[field.key] !== '' || !isOptional(field)
}

/** Returns the longer texts of a record, indented under headings, so that they cannot imitate our own. */
export function recordTexts(record: RecordHead): string[] {
  const texts = record as unknown as Texts
  return recordFields[record.kind]
    .filter((field) => field.mail === 'paragraph' && isSaid(field, texts))
    .flatMap(({ key, desk }) => ['', `${desk}:`, '', indented(texts[key] ?? '')])
}

/** Indents a visitor's text, so that it cannot imitate one of our headings. */
function indented(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `    ${oneLine(line)}`.trimEnd())
    .join('\n')
}
