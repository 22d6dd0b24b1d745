import { todayInIndia } from '#contract/dates.ts'
import { defaultLanguage, type Language, languages } from '#contract/messages/languages.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import type {
  AgreementBlock,
  AgreementSection,
  AgreementText,
  OneText,
} from '#contract/schemas/agreements.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import type { Acceptance, AgreementData } from './agreement-data.ts'
import { daysLater, formatDay, formatIst, formatUtc, paragraph, table } from './format-values.ts'
import { termsIn } from './wording.ts'

/** The agreement as text, the one source of page and PDF. Throws where a number is not masked. */
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

/** Of two texts, each says which of them binds, and the second that it is the same again. */
function aboutLanguages(data: AgreementData, language: Language): AgreementBlock[] {
  if (data.language === defaultLanguage) return []
  const { agreementLanguages, annexDocument } = dictionaries[language]
  const { names } = agreementLanguages
  const { binding, second } = data.annex ? annexDocument : agreementLanguages
  const isSecond = language !== data.language
  // The English text names the person's language by the list, so that another one needs no word in any dictionary.
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

/** The days of the refund policy (specification section 9), which the wording writes out. */
const COMMITMENT_DAYS = 90
const REQUEST_DAYS = 10

/** The end of the form: who is to accept it, or who has accepted it and which dates follow from that. */
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
      // Those of the agreement stay as they are.
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

/** The page that proves the acceptance, for people and for courts (Bharatiya Sakshya Adhiniyam, 2023, section 63(4)). */
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
