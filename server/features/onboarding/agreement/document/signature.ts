import type { AgreementBlock, AgreementSection } from '#contract/schemas/agreements.ts'
import { todayInIndia } from '#contract/dates.ts'
import { paragraph, table } from './blocks.ts'
import { COMMITMENT_DAYS, REQUEST_DAYS } from './commitment-and-refunds.ts'
import type { Acceptance, AgreementData } from './agreement-data.ts'
import { daysLater, writtenDay, writtenIst } from './written.ts'

/** The end of the form: whose name it awaits, or who has accepted it and what days follow from that. */
export function signature(facts: AgreementData): AgreementSection {
  const blocks = facts.acceptance ? accepted(facts.acceptance, facts) : awaited(facts)
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
      ['Accepted at', writtenIst(acceptance.at)],
      ['Effective date', writtenDay(effective)],
      ['The 90 days end on', writtenDay(lastDay)],
      ['Last day to ask for a refund', writtenDay(daysLater(lastDay, REQUEST_DAYS))],
      ['For the agency', `${agency.name}, by the seal on this file`],
    ]),
  ]
}
