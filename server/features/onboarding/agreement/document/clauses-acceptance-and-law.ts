import type { AgreementBlock, AgreementSection } from '#contract/schemas/agreements.ts'
import { agreementMessages } from '#contract/messages/agreements.ts'
import { daysLater, list, paragraph, table, terms, formatDay, formatIst, formatUtc } from './format-values.ts'
import { type Acceptance, acceptanceEvents, type AgreementData } from './agreement-data.ts'
import { todayInIndia } from '#contract/dates.ts'
import { COMMITMENT_DAYS, REQUEST_DAYS } from './clauses-commitment-and-refunds.ts'

/** What ticking the box is in Indian law (Information Technology Act, 2000, sections 3A and 10A). */
export function acceptance({ agency }: AgreementData): AgreementSection {
  return terms(
    'how-you-accept',
    'How you accept, and what that is in law',
    paragraph(
      `You accept this agreement by ticking the box “${agreementMessages.accept}” and pressing Submit, on our website, while this document is shown to you. It is then binding on both of us.`,
    ),
    list(
      'It is a contract formed electronically: section 10A of the Information Technology Act, 2000 says that a contract is not unenforceable merely because it was concluded by electronic means.',
      'It is not an electronic signature of the kinds listed in the Second Schedule to that Act, such as Aadhaar eSign or a digital signature certificate of your own. The law does not presume it to be your signature; who accepted what, and when, is proved by evidence.',
      'That evidence is a page at the end of the accepted form: your name, the time, the words you accepted, the address and the browser it came from, the verifications that preceded it, and a fingerprint (SHA-256) of the document that was shown.',
      'The accepted form is sealed with the agency’s certificate. The seal shows any later change to the file. It is the agency’s seal and not your signature.',
      `We may offer you to sign with a licensed eSign provider as well, and you may ask for it at ${agency.email}. You need not, and this agreement holds without it.`,
    ),
    paragraph(
      'You receive the sealed document by e-mail at the address above. You may ask us for another copy, also on paper, at any time.',
    ),
  )
}

export function law({ agency }: AgreementData): AgreementSection {
  return terms(
    'governing-law',
    'Governing law and courts',
    paragraph(
      'This agreement is governed by the laws of India. The courts in Surat, Gujarat, have exclusive jurisdiction over disputes that arise from it, as far as the law allows that to be agreed.',
    ),
    paragraph(
      `Before you go to court, please write to ${agency.email}: many disputes can be settled with a letter. Nothing here limits the rights that you have as a consumer under the Consumer Protection Act, 2019.`,
    ),
  )
}

/** The end of the form: who is to accept it, or who has accepted it and which dates follow from that. */
export function signature(data: AgreementData): AgreementSection {
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
export function evidence(data: AgreementData, acceptance: Acceptance): AgreementSection {
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
