import { createHash } from 'node:crypto'
import type {
  AgreementBlock,
  AgreementSection,
  AgreementText,
  AgreementVersion,
} from '#contract/schemas/agreements.ts'
import { acceptance, evidence, law, signature } from './clauses-acceptance-and-law.ts'
import { paragraph, table, formatIst } from './format-values.ts'
import { commitment, refunds } from './clauses-commitment-and-refunds.ts'
import { duties, ending, privacy } from './clauses-duties-and-privacy.ts'
import { type AgreementData, parties, person } from './agreement-data.ts'
import { fee, mandate, services } from './clauses-services-and-payment.ts'

type Clause = (data: AgreementData) => AgreementSection

/** The clauses of each version, in order. A new version gets clauses of its own; these stay as they were accepted. */
const clauses: Record<AgreementVersion, Clause[]> = {
  '2026-11-20': [
    parties,
    person,
    services,
    fee,
    mandate,
    commitment,
    refunds,
    duties,
    privacy,
    ending,
    acceptance,
    law,
    signature,
  ],
}

/**
 * The agreement as text: the one source of the page and of the PDF. Throws where a number is not masked, so that no
 * document can ever hold a whole one.
 */
export function agreementTextOf(data: AgreementData): AgreementText {
  requireMasked(data)
  const sections = clauses[data.version].map((clause) => clause(data))
  if (data.acceptance) sections.push(evidence(data, data.acceptance))
  return {
    version: data.version,
    language: 'en-IN',
    title: 'Recruitment services agreement',
    summary: summary(data),
    sections: sections.map((section, index) => ({ ...section, heading: `${index + 1}. ${section.heading}` })),
  }
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
