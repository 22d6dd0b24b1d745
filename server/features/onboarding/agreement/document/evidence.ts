import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { paragraph, table } from './blocks.ts'
import { type Acceptance, acceptanceEvents, type AgreementData } from './agreement-data.ts'
import { writtenIst, writtenUtc } from './written.ts'

/** The page that proves the acceptance, for people and for courts (Bharatiya Sakshya Adhiniyam, 2023, section 63(4)). */
export function evidence(facts: AgreementData, acceptance: Acceptance): AgreementSection {
  const { events, shown } = acceptance
  return {
    id: 'evidence',
    part: 'evidence',
    heading: 'Evidence of the acceptance',
    blocks: [
      paragraph(
        'This page was written by the server that took the acceptance, from its own records, and is sealed together with the agreement. It belongs to what a certificate under section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023 has to state.',
      ),
      table('Acceptance', whoAndWhen(facts, acceptance)),
      table(
        'What came before',
        events.map(({ kind, at }) => [
          acceptanceEvents[kind],
          `${writtenIst(at)}, that is ${writtenUtc(at)}`,
        ]),
      ),
      table('Bank mandate', [
        ['Transaction', facts.mandate.transactionId],
        ['Registration number', acceptance.mandate.registrationNo || 'Not given by the bank yet'],
        ['Status when accepted', acceptance.mandate.status],
      ]),
      table('What was accepted', [
        ['Wording', `Version ${facts.version}`],
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
    ['Time in India', writtenIst(acceptance.at)],
    ['Time in UTC', writtenUtc(acceptance.at)],
    ['Words accepted', acceptance.words],
    ['Network address', acceptance.address],
    ['Browser', acceptance.agent || 'It did not say'],
  ]
}

function chain({ chainHash }: Acceptance): [string, string][] {
  return chainHash ? [['Entry in our chain of events', chainHash]] : []
}
