import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { list, paragraph, table, terms, formatDay, formatRupees } from './format-values.ts'
import type { AgreementData } from './agreement-data.ts'

export function services(): AgreementSection {
  return terms(
    'services',
    'What we do for you',
    paragraph('From the effective date on we work to find you employment. Our services are:'),
    list(
      'Personalized job search: we look for positions that match what you can do and where you want to be.',
      'Screening and matching: we prepare your profile and, once you have agreed to be put forward for a position, present it to the employer.',
      'Interviews: we arrange them with employers and prepare you for them.',
      'Career counselling: we advise you on your next step.',
    ),
    paragraph(
      'We introduce people and employers to each other. Whom to interview and whom to hire is decided by the employer alone, and whether to accept an offer by you alone. What we promise beyond our work is stated under “Our 90-day placement commitment”, and nowhere else.',
    ),
  )
}

export function fee({ mandate }: AgreementData): AgreementSection {
  const most = formatRupees(mandate.maxAmount)
  return terms(
    'service-fee',
    'Service fee',
    paragraph(
      'You pay us a service fee for these services. Its amount, with any tax on it, and the day or days on which it falls due are those that we state to you in writing before we collect it.',
    ),
    paragraph(
      `The fee is collected from your bank account through the debit mandate described next. No single debit is higher than ${most}, and no debit is made for anything but a sum that is due under this agreement.`,
    ),
    paragraph(
      'Never pay the fee in cash or to a person’s own account, and never tell anyone a one-time password: our staff do not ask for it.',
    ),
  )
}

export function mandate({ mandate: given, agency }: AgreementData): AgreementSection {
  return terms(
    'debit-mandate',
    'Debit mandate',
    paragraph(
      'You authorise your bank, on its own pages, to let us collect what is due under this agreement from your account. These are the terms of the mandate:',
    ),
    table('The mandate', [
      ['Account holder', given.accountName],
      ['Account number', given.accountMasked],
      ['IFSC code', given.ifsc],
      ['Most of one debit', formatRupees(given.maxAmount)],
      ['How often', 'As and when presented: on no fixed days, only when a sum is due'],
      ['From', formatDay(given.firstDay)],
      ['Until', formatDay(given.lastDay)],
      ['Test amount', formatRupees('1')],
      ['Transaction', given.transactionId],
    ]),
    list(
      'The maximum is a limit, not a price. Your bank refuses a debit above it.',
      'To set the mandate up, the bank or the payment gateway checks the account with one rupee (₹1). It is no part of the service fee; whether it is returned depends on the bank.',
      'Before a debit is made we tell you its amount and its day, by e-mail or text message.',
      `You can cancel the mandate at any time: with your bank, in its branch or its net banking, or by writing to ${agency.supportEmail}, and then we have it cancelled for you. We charge nothing for that. It stops later debits; sums already due under this agreement remain due.`,
      'The mandate ends by itself on its last day, or earlier when this agreement has ended and nothing is due any more.',
    ),
  )
}
