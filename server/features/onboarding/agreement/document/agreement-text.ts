import { createHash } from 'node:crypto'
import { defaultLanguage, type Language, languages } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type { AgreementBlock, AgreementText, OneText } from '#contract/schemas/agreements.ts'
import { dictionaries } from '#server/platform/language.ts'
import { evidenceIn, signatureIn } from './acceptance-text.ts'
import type { AgreementData } from './agreement-data.ts'
import { formatIst, paragraph, table } from './format-values.ts'
import { termsIn } from './wording.ts'

/** The agreement as text, the one source of page and PDF. Throws where a number is not masked. */
export function agreementTextOf(data: AgreementData): AgreementText {
  requireMasked(data)
  const text = textIn(data, data.language)
  return data.language === defaultLanguage ? text : { ...text, english: textIn(data, defaultLanguage) }
}

/** Lower-case hexadecimal SHA-256 of the text. */
export function textHash(text: AgreementText): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}

function textIn(data: AgreementData, language: Language): OneText {
  const { numbered, title } = dictionaries[language].agreementDocument
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
  const { reference, version, preparedAt, acceptance, sandbox } = data
  const words = dictionaries[language].agreementDocument
  const status = acceptance
    ? fill(words.acceptedOn, { time: formatIst(acceptance.at, language) })
    : words.toBeAccepted
  return [
    ...aboutLanguages(data, language),
    ...(sandbox ? [paragraph(words.sandbox)] : []),
    table(words.thisDocument, [
      [words.reference, reference],
      [words.wording, fill(words.version, { version })],
      [words.drawnUp, formatIst(preparedAt, language)],
      [words.status, status],
    ]),
  ]
}

/** Of two texts, each says which of them binds, and the second that it is the same again. */
function aboutLanguages(data: AgreementData, language: Language): AgreementBlock[] {
  if (data.language === defaultLanguage) return []
  const { names, binding, second } = dictionaries[language].agreementLanguages
  const isSecond = language !== data.language
  // The English text names the person's language by the list, so that another one needs no word in any dictionary.
  const first = isSecond ? languages[data.language].english : names.own
  const bound = data.binding === 'english' ? names.english : first
  const which = fill(binding, { first, second: names.english, binding: bound })
  const announced = isSecond ? [fill(second, { language: names.english })] : []
  return [...announced, which].map(paragraph)
}

function requireMasked({ person: { aadhaarMasked }, mandate: { accountMasked } }: AgreementData): void {
  if (!/^X{8}\d{4}$/.test(aadhaarMasked))
    throw new Error('the Aadhaar number of an agreement is not masked: no document was made')
  if (!/^X{5,14}\d{4}$/.test(accountMasked))
    throw new Error('the account number of an agreement is not masked: no document was made')
}
