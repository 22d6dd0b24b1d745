import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { indianTime, todayInIndia } from '#contract/dates.ts'
import { defaultLanguage, type Language, languages } from '#contract/messages/languages.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { serviceFee } from '#contract/messages/with-values.ts'
import { pages } from '#contract/paths.ts'
import { capital } from '#contract/schemas/agency.ts'
import type {
  AgreementBlock,
  AgreementSection,
  AgreementText,
  OneText,
} from '#contract/schemas/agreements.ts'
import { dictionaries, say } from '#server/platform/requested-language.ts'
import type { Acceptance, AgreementData } from './agreement-data.ts'

/** Returns the agreement as text, the one source of page and PDF. Throws if a number is not masked. */
export function agreementTextOf(data: AgreementData): AgreementText {
  requireMasked(data)
  const text = textIn(data, data.language)
  return data.language === defaultLanguage ? text : { ...text, english: textIn(data, defaultLanguage) }
}

function textIn(data: AgreementData, language: Language): OneText {
  const { agreementDocument, annexDocument } = dictionaries[language]
  const { numbered } = agreementDocument
  const { title } = data.annex ? annexDocument : agreementDocument
  const sections = [...termsIn(data, language), signatureIn(data, language)]
  if (data.acceptance) sections.push(evidenceIn(data, data.acceptance, language))
  return {
    version: data.version,
    language: languages[language].tag,
    title,
    summary: summary(data, language),
    sections: sections.map((section, index) => ({
      ...section,
      heading: fill(numbered, { number: index + 1, heading: section.heading }),
    })),
  }
}

function summary(data: AgreementData, language: Language): AgreementBlock[] {
  const { reference, annex, version, preparedAt, acceptance, sandbox } = data
  const { agreementDocument: words, annexDocument } = dictionaries[language]
  const status = acceptance
    ? fill(words.acceptedOn, { time: formatIst(acceptance.at, language) })
    : words.toBeAccepted
  return [
    ...aboutLanguages(data, language),
    ...(sandbox ? [paragraph(words.sandbox)] : []),
    table(words.thisDocument, [
      [words.reference, reference],
      ...(annex ? [[annexDocument.belongsTo, annex.agreement] as const] : []),
      [words.wording, fill(words.version, { version })],
      [words.drawnUp, formatIst(preparedAt, language)],
      [words.status, status],
    ]),
  ]
}

/** With two texts, each says which of them is binding, and the second says that it repeats the first. */
function aboutLanguages(data: AgreementData, language: Language): AgreementBlock[] {
  if (data.language === defaultLanguage) return []
  const { agreementLanguages, annexDocument } = dictionaries[language]
  const { names } = agreementLanguages
  const { binding, second } = data.annex ? annexDocument : agreementLanguages
  const isSecond = language !== data.language
  // The list of languages names the person's language in English, so a new language needs no further word.
  const first = isSecond ? languages[data.language].english : names.own
  const bound = data.binding === 'english' ? names.english : first
  const which = fill(binding, { first, second: names.english, binding: bound })
  const announced = isSecond ? [fill(second, { language: names.english })] : []
  return [...announced, which].map(paragraph)
}

function requireMasked({ person: { aadhaarMasked }, mandate, annex }: AgreementData): void {
  if (!/^X{8}\d{4}$/.test(aadhaarMasked))
    throw new Error('the Aadhaar number of an agreement is not masked: no document was made')
  const accounts = [mandate, ...(annex ? [annex.before] : [])]
  if (!accounts.every(({ accountMasked }) => /^X{5,14}\d{4}$/.test(accountMasked)))
    throw new Error('the account number of an agreement is not masked: no document was made')
}

const read = new Map<string, string>()

/** Returns the wording of a version. A new version gets a file of its own; files of earlier versions never change. */
function wordingOf({ version, annex }: AgreementData, language: Language): string {
  const file = `#contract/messages/${language}/${annex ? 'annex' : 'agreement'}-${version}.md`
  const text = read.get(file) ?? readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8')
  read.set(file, text)
  return text
}

function termsIn(data: AgreementData, language: Language): AgreementSection[] {
  const values = valuesOf(data, language)
  const [, ...clauses] = wordingOf(data, language).split(/^## /m)
  return clauses.map((clause) => termsOf(clause, values, data.photo !== undefined))
}

type Values = Record<string, string>

/** Returns the values for the names in braces in the wordings. */
function valuesOf(
  { agency, publicUrl, person, mandate, annex, ...data }: AgreementData,
  language: Language,
): Values {
  const place = [person.address, person.city, person.state, person.pincode, person.country]
  const named = {
    agency: {
      ...agency,
      name: capital(agency.name),
      serviceFee: say(serviceFee(agency), language),
    },
    pages,
    person: {
      ...person,
      dob: formatDay(person.dob, language),
      gender: dictionaries[language].agreementDocument.gender[person.gender],
      place: place.filter(Boolean).join(', '),
    },
    mandate: {
      ...mandate,
      maxAmount: formatRupees(mandate.maxAmount),
      firstDay: formatDay(mandate.firstDay, language),
      lastDay: formatDay(mandate.lastDay, language),
    },
    annex: annex
      ? {
          ...annex.before,
          agreement: annex.agreement,
          acceptedAt: formatDay(todayInIndia(annex.acceptedAt), language),
        }
      : {},
  }
  const pairs = Object.entries(named).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
  // The box is quoted in the person's language in both texts.
  const acceptWords = say('agreementMessages.accept', data.language)
  return { publicUrl, acceptWords, ...Object.fromEntries(pairs) }
}

/** Parses one `## Heading {#id}` with its blocks. Filled in last, a person's values are never read as Markdown. */
function termsOf(clause: string, values: Values, hasPhoto: boolean): AgreementSection {
  const filled = (text: string) =>
    text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined)
        throw new Error(`the wording of an agreement names {${name}}, and no such value exists`)
      return value
    })
  const [head = '', ...sources] = clause.trim().split('\n\n')
  const [, heading = '', id = ''] = /^(.+) \{#(.+)\}$/.exec(head) ?? []
  const blocks = sources
    .map((source) => blockOf(source, filled))
    .filter(({ kind }) => kind !== 'photo' || hasPhoto)
  return { id, part: 'terms', heading, blocks }
}

function blockOf(source: string, filled: (text: string) => string): AgreementBlock {
  const lines = source.split('\n')
  if (source.startsWith('![')) return { kind: 'photo', alt: source.slice(2, source.indexOf(']')) }
  if (source.startsWith('- ')) return { kind: 'list', items: lines.map((line) => filled(line.slice(2))) }
  if (!source.startsWith('| ')) return paragraph(filled(source))
  const [caption = ['', ''], , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return table(
    caption[1] ?? '',
    rows.map(([, label = '', value = '']) => [label, filled(value)]),
  )
}

/** The periods of the refund policy (specification section 9), which the wording states. */
const COMMITMENT_DAYS = 90
const REQUEST_DAYS = 10

/** Returns the end of the form: who is to accept it, or who accepted it and the dates that follow. */
function signatureIn(data: AgreementData, language: Language): AgreementSection {
  const words = dictionaries[language].agreementSignature
  const blocks = data.acceptance ? accepted(data.acceptance, data, language) : awaited(data, words)
  return { id: 'signature', part: 'signature', heading: words.heading, blocks }
}

function awaited({ person }: AgreementData, words: Dictionary['agreementSignature']): AgreementBlock[] {
  return [
    paragraph(fill(words.awaited, { name: person.name })),
    { kind: 'signature', label: words.toAccept, name: '' },
  ]
}

function accepted(
  acceptance: Acceptance,
  { agency, annex }: AgreementData,
  language: Language,
): AgreementBlock[] {
  const { agreementSignature: words, annexDocument } = dictionaries[language]
  const effective = todayInIndia(acceptance.at)
  const lastDay = daysLater(effective, COMMITMENT_DAYS)
  return [
    paragraph(fill(words.accepted, { words: acceptance.words })),
    { kind: 'signature', label: words.whoAccepted, name: acceptance.signName },
    table(annex ? annexDocument.dates : words.dates, [
      [words.acceptedAt, formatIst(acceptance.at, language)],
      [words.effective, formatDay(effective, language)],
      // An annex does not change the dates of the agreement.
      ...(annex
        ? []
        : [
            [words.commitmentEnds, formatDay(lastDay, language)] as const,
            [words.lastRequest, formatDay(daysLater(lastDay, REQUEST_DAYS), language)] as const,
          ]),
      [words.forAgency, fill(words.bySeal, { agency: agency.name })],
    ]),
  ]
}

/** Returns the page that proves the acceptance, also to courts (Bharatiya Sakshya Adhiniyam, 2023, section 63(4)). */
function evidenceIn(data: AgreementData, acceptance: Acceptance, language: Language): AgreementSection {
  const { agreementDocument, agreementEvidence: words, annexDocument } = dictionaries[language]
  const { mandate, shown } = acceptance
  return {
    id: 'evidence',
    part: 'evidence',
    heading: words.heading,
    blocks: [
      paragraph(data.annex ? annexDocument.intro : words.intro),
      table(words.acceptance, whoAndWhen(data, acceptance, language)),
      table(words.before, whatCameBefore(acceptance, data, language)),
      table(words.mandate, [
        [words.transaction, data.mandate.transactionId],
        [words.registration, mandate.registrationNo || words.noRegistration],
        [words.mandateStatus, words.mandateStatuses[mandate.status]],
      ]),
      table(words.accepted, [
        [agreementDocument.wording, fill(agreementDocument.version, { version: data.version })],
        [words.pdfHash, shown.pdfSha256],
        [words.textHash, shown.textSha256],
      ]),
      paragraph(words.hashes),
    ],
  }
}

function whoAndWhen(
  { reference }: AgreementData,
  acceptance: Acceptance,
  language: Language,
): [string, string][] {
  const { agreementDocument, agreementEvidence: words } = dictionaries[language]
  return [
    [agreementDocument.reference, reference],
    [words.name, acceptance.signName],
    [words.timeInIndia, formatIst(acceptance.at, language)],
    [words.timeInUtc, formatUtc(acceptance.at)],
    [words.words, acceptance.words],
    [words.address, acceptance.address],
    [words.browser, acceptance.agent || words.unnamedBrowser],
  ]
}

function whatCameBefore(
  { events }: Acceptance,
  { annex }: AgreementData,
  language: Language,
): [string, string][] {
  const { agreementEvidence, agreementTimes, annexDocument } = dictionaries[language]
  const words = { ...agreementEvidence.events, ...(annex ? { shown: annexDocument.shown } : {}) }
  return events.map(({ kind, at }) => [
    words[kind],
    fill(agreementTimes.both, { india: formatIst(at, language), utc: formatUtc(at) }),
  ])
}

// Not Intl, whose rules change with its data: the same data must always make the same document.

/** Formats a day YYYY-MM-DD as «20 November 2026». */
function formatDay(day: string, language: Language): string {
  const { months, day: order } = dictionaries[language].agreementTimes
  const [year = '', month = '', date = ''] = day.split('-')
  return fill(order, { date: Number(date), month: months[Number(month) - 1] ?? month, year })
}

/** Adds days to a day; both are YYYY-MM-DD. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Formats a time as «20 November 2026, 19:33:05 IST (UTC+05:30)». */
function formatIst(time: number, language: Language): string {
  const [day = '', clock = ''] = indianTime(time).split('T')
  return fill(dictionaries[language].agreementTimes.india, { day: formatDay(day, language), clock })
}

/** Formats a time as «2026-11-20 14:03:05 UTC», in every language. */
function formatUtc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Formats rupees with India's commas: 1234567.5 as «₹12,34,567.50», in every language. */
export function formatRupees(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const last = whole.slice(-3)
  const rest = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const paise = Number(fraction) === 0 ? '' : `.${fraction.padEnd(2, '0')}`
  return `₹${rest ? `${rest},` : ''}${last}${paise}`
}

function paragraph(text: string): AgreementBlock {
  return { kind: 'paragraph', text }
}

function table(caption: string, rows: readonly (readonly [string, string])[]): AgreementBlock {
  return { kind: 'table', caption, rows: rows.map(([label, value]) => ({ label, value })) }
}
