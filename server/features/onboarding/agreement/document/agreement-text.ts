import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { todayInIndia } from '#contract/dates.ts'
import { pages } from '#contract/paths.ts'
import type {
  AgreementBlock,
  AgreementSection,
  AgreementText,
  AgreementVersion,
} from '#contract/schemas/agreements.ts'
import { type Acceptance, acceptanceEvents, type AgreementData } from './agreement-data.ts'
import {
  daysLater,
  formatDay,
  formatIst,
  formatRupees,
  formatUtc,
  paragraph,
  table,
} from './format-values.ts'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { say } from '#server/platform/language.ts'

const messages = join(import.meta.dirname, '../../../../../contract/messages')

/** The wording of each version. A new version gets a file of its own; these stay as they were accepted. */
const wordings: Record<AgreementVersion, string> = {
  '2026-11-20': readFileSync(join(messages, 'en/agreement-2026-11-20.md'), 'utf8'),
}

/** The days of the refund policy (specification section 9), which the wording writes out. */
const COMMITMENT_DAYS = 90
const REQUEST_DAYS = 10

/** The agreement as text, the one source of page and PDF. Throws where a number is not masked. */
export function agreementTextOf(data: AgreementData): AgreementText {
  requireMasked(data)
  const values = valuesOf(data)
  const [, ...clauses] = wordings[data.version].split(/^## /m)
  const sections = clauses.map((clause) => termsOf(clause, values, data.photo !== undefined))
  sections.push(signature(data))
  if (data.acceptance) sections.push(evidence(data, data.acceptance))
  return {
    version: data.version,
    language: 'en-IN',
    title: 'Recruitment services agreement',
    summary: summary(data),
    sections: sections.map((section, index) => ({ ...section, heading: `${index + 1}. ${section.heading}` })),
  }
}

type Values = Record<string, string>

/** What stands in braces in the wordings. */
function valuesOf({ agency, publicUrl, person, mandate }: AgreementData): Values {
  const place = [person.address, person.city, person.state, person.pincode, person.country]
  const named = {
    agency: { ...agency, name: agency.name.charAt(0).toUpperCase() + agency.name.slice(1) },
    pages,
    person: {
      ...person,
      dob: formatDay(person.dob),
      gender: { M: 'Male', F: 'Female', O: 'Others' }[person.gender],
      place: place.filter(Boolean).join(', '),
    },
    mandate: {
      ...mandate,
      maxAmount: formatRupees(mandate.maxAmount),
      firstDay: formatDay(mandate.firstDay),
      lastDay: formatDay(mandate.lastDay),
    },
  }
  const pairs = Object.entries(named).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
  return {
    publicUrl,
    acceptWords: say('agreementMessages.accept', defaultLanguage),
    ...Object.fromEntries(pairs),
  }
}

/** One `## Heading {#id}` with its blocks; what a person gave is filled in last, so it is never read as Markdown. */
function termsOf(clause: string, values: Values, hasPhoto: boolean): AgreementSection {
  const fill = (text: string) =>
    text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined)
        throw new Error(`the wording of an agreement names {${name}}, which is nothing`)
      return value
    })
  const [head = '', ...sources] = clause.trim().split('\n\n')
  const [, heading = '', id = ''] = /^(.+) \{#(.+)\}$/.exec(head) ?? []
  const blocks = sources
    .map((source) => blockOf(source, fill))
    .filter(({ kind }) => kind !== 'photo' || hasPhoto)
  return { id, part: 'terms', heading, blocks }
}

function blockOf(source: string, fill: (text: string) => string): AgreementBlock {
  const lines = source.split('\n')
  if (source.startsWith('![')) return { kind: 'photo', alt: source.slice(2, source.indexOf(']')) }
  if (source.startsWith('- ')) return { kind: 'list', items: lines.map((line) => fill(line.slice(2))) }
  if (!source.startsWith('| ')) return paragraph(fill(source))
  const [caption = ['', ''], , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return table(
    caption[1] ?? '',
    rows.map(([, label = '', value = '']) => [label, fill(value)]),
  )
}

/** Lower-case hexadecimal SHA-256 of the text. */
export function textHash(text: AgreementText): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}

function summary({ reference, version, preparedAt, acceptance: accepted, sandbox }: AgreementData) {
  const blocks: AgreementBlock[] = [
    table('This document', [
      ['Reference', reference],
      ['Wording', `Version ${version}`],
      ['Drawn up', formatIst(preparedAt)],
      ['Status', accepted ? `Accepted on ${formatIst(accepted.at)}` : 'Form to be read and accepted'],
    ]),
  ]
  if (sandbox) {
    blocks.unshift(
      paragraph('Made for a trial with stand-ins for the identity check or the bank: this binds nobody.'),
    )
  }
  return blocks
}

function requireMasked({ person: { aadhaarMasked }, mandate: { accountMasked } }: AgreementData): void {
  if (!/^X{8}\d{4}$/.test(aadhaarMasked))
    throw new Error('the Aadhaar number of an agreement is not masked: no document was made')
  if (!/^X{5,14}\d{4}$/.test(accountMasked))
    throw new Error('the account number of an agreement is not masked: no document was made')
}

/** The end of the form: who is to accept it, or who has accepted it and which dates follow from that. */
function signature(data: AgreementData): AgreementSection {
  const blocks = data.acceptance ? accepted(data.acceptance, data) : awaited(data)
  return { id: 'signature', part: 'signature', heading: 'Acceptance', blocks }
}

function awaited({ person }: AgreementData): AgreementBlock[] {
  return [
    paragraph(`This form has not been accepted yet. It awaits acceptance by ${person.name}.`),
    { kind: 'signature', label: 'Name of the person who accepts', name: '' },
  ]
}

function accepted(acceptance: Acceptance, { agency }: AgreementData): AgreementBlock[] {
  const effective = todayInIndia(acceptance.at)
  const lastDay = daysLater(effective, COMMITMENT_DAYS)
  return [
    paragraph(`Accepted electronically, with the words “${acceptance.words}”, by:`),
    { kind: 'signature', label: 'Name of the person who accepted', name: acceptance.signName },
    table('Dates of this agreement', [
      ['Accepted at', formatIst(acceptance.at)],
      ['Effective date', formatDay(effective)],
      ['The 90 days end on', formatDay(lastDay)],
      ['Last day to ask for a refund', formatDay(daysLater(lastDay, REQUEST_DAYS))],
      ['For the agency', `${agency.name}, by the seal on this file`],
    ]),
  ]
}

/** The page that proves the acceptance, for people and for courts (Bharatiya Sakshya Adhiniyam, 2023, section 63(4)). */
function evidence(data: AgreementData, acceptance: Acceptance): AgreementSection {
  const { events, shown } = acceptance
  return {
    id: 'evidence',
    part: 'evidence',
    heading: 'Evidence of the acceptance',
    blocks: [
      paragraph(
        'This page was written by the server that took the acceptance, from its own records, and is sealed together with the agreement. It belongs to what a certificate under section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023 has to state.',
      ),
      table('Acceptance', whoAndWhen(data, acceptance)),
      table(
        'What came before',
        events.map(({ kind, at }) => [acceptanceEvents[kind], `${formatIst(at)}, that is ${formatUtc(at)}`]),
      ),
      table('Bank mandate', [
        ['Transaction', data.mandate.transactionId],
        ['Registration number', acceptance.mandate.registrationNo || 'Not given by the bank yet'],
        ['Status when accepted', acceptance.mandate.status],
      ]),
      table('What was accepted', [
        ['Wording', `Version ${data.version}`],
        ['SHA-256 of the PDF', shown.pdfSha256],
        ['SHA-256 of its text', shown.textSha256],
        ...chain(acceptance),
      ]),
      paragraph(
        'SHA-256 is a fingerprint: the same bytes always give the same one, and no other document with the same one is known. The form that was accepted is kept beside this one.',
      ),
    ],
  }
}

function whoAndWhen({ reference }: AgreementData, acceptance: Acceptance): [string, string][] {
  return [
    ['Reference', reference],
    ['Accepted in the name', acceptance.signName],
    ['Time in India', formatIst(acceptance.at)],
    ['Time in UTC', formatUtc(acceptance.at)],
    ['Words accepted', acceptance.words],
    ['Network address', acceptance.address],
    ['Browser', acceptance.agent || 'It did not say'],
  ]
}

function chain({ chainHash }: Acceptance): [string, string][] {
  return chainHash ? [['Entry in our chain of events', chainHash]] : []
}
