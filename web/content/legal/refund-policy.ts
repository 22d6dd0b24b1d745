import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import {
  bullets,
  type LegalText,
  mailLink,
  pageLink,
  paragraph,
  postalContact,
  steps,
  strong,
} from './legal-text.ts'

/** Every rule of the specification's Refund Policy, each under its own heading. */
export const refundPolicy: LegalText = {
  title: 'Refund Policy',
  path: pages.refundPolicy,
  description: `When ${agency.name} refunds its service fee: the 90-day placement commitment, how to ask in writing, and when no refund is given.`,
  dateLabel: 'Last Updated',
  dateText: '15 February 2025',
  dateIso: '2025-02-15',
  intro: [
    paragraph(
      `This policy says when ${agency.name} (“we”, “us”) returns money that was paid for its services, how to ask for it, and what you then receive. “Client”, or “you”, means the person who has paid our service fee under a signed agreement. “Agreement” means that agreement. Please read this policy before you pay.`,
    ),
  ],
  sections: [
    {
      id: 'non-refundable-payments',
      heading: 'Non-Refundable Payments',
      blocks: [
        paragraph(
          'All payments made to us are non-refundable, unless the law requires a refund or this policy provides for one.',
        ),
        paragraph(
          'We begin work for you as soon as the agreement takes effect: we screen, match, introduce and prepare. That work has been done even where it does not end as either of us hoped, and this is why a payment is not returned for other reasons than those below.',
        ),
        paragraph(
          'Nothing in this policy takes away a right to a refund that you have by law and that an agreement cannot exclude.',
        ),
      ],
    },
    {
      id: 'placement-commitment',
      heading: 'Our 90-Day Placement Commitment',
      blocks: [
        paragraph(
          'We commit ourselves to securing you an offer within 90 days. The 90 days run from the effective date of your agreement, which is stated in it. We count calendar days, starting with the day after the effective date.',
        ),
        paragraph(
          'If no offer has been secured for you when the 90 days end, you may ask for a refund of the service fee, in the way and within the time set out in the next section.',
        ),
      ],
    },
    {
      id: 'how-to-request-a-refund',
      heading: 'How to Request a Refund',
      blocks: [
        paragraph(
          'You must ask for the refund in writing, within 10 days after the 90 days end. We cannot accept a request made by telephone, or one sent later.',
        ),
        paragraph(
          'For example, if your agreement takes effect on 1 March 2025, the 90 days end on 30 May 2025, and the last day for your request is 9 June 2025.',
        ),
        steps(
          [
            'Write to ',
            mailLink(agency.supportEmail),
            ', or send a letter to the postal address at the end of this policy.',
          ],
          'Give your full name, the phone number and e-mail address on your agreement, and the effective date of the agreement.',
          'State that no offer was secured within the 90 days and that you request a refund of the service fee.',
          'Say when and how you paid, with the transaction reference if you have it. Never send a one-time password, a card number or your full Aadhaar number.',
        ),
        paragraph(
          'We check the request against our records of your agreement and of the interviews and offers arranged for you. If something is missing we write back and say what. You receive our decision in writing, with the reason if we do not agree.',
        ),
      ],
    },
    {
      id: 'what-you-receive',
      heading: 'What You Receive',
      blocks: [
        paragraph(
          'If your request meets the conditions above, we refund the service fee in full. The amount is credited to the original payment method within 5 to 7 business days of our approving the request. Your bank may need further time to show it in your account.',
        ),
        paragraph(
          'This refund of the service fee is your sole remedy where no offer is secured within the 90 days. We do not also pay interest, expenses, lost income or other compensation for it.',
        ),
      ],
    },
    {
      id: 'when-no-refund-is-given',
      heading: 'When No Refund Is Given',
      blocks: [
        paragraph('No refund is given in any of these cases:'),
        bullets(
          [
            strong('An interview was arranged. '),
            'If we arranged an interview for you with an employer, no refund is due, even if you refuse it, do not attend it or are not selected.',
          ],
          [
            strong('An offer was arranged. '),
            'If we arranged an offer for you, no refund is due, even if you refuse it or do not join.',
          ],
          [
            strong('The request is late or not in writing. '),
            'A request sent more than 10 days after the 90 days end, or made only by word of mouth, does not qualify.',
          ],
          [
            strong('Only part of the service was used. '),
            'We give no partial or pro-rated refunds. Ending an agreement early, or using only some of what it includes, does not reduce the fee.',
          ],
        ),
      ],
    },
    {
      id: 'refunds-at-our-discretion',
      heading: 'Refunds at Our Discretion',
      blocks: [
        paragraph(
          'Outside the 90-day rule we refund a payment only at our discretion, and only for one of these reasons:',
        ),
        bullets(
          [strong('Error: '), 'for example, the same fee was charged twice, or a wrong amount was taken.'],
          [strong('Fraud: '), 'for example, someone paid with your account without your permission.'],
          [strong('Non-performance: '), 'we did not carry out the service that the agreement describes.'],
        ),
        paragraph(
          'Write to ',
          mailLink(agency.supportEmail),
          ' as soon as you notice, and attach what shows it, such as a bank statement with the entry marked. A refund given in one case does not bind us to give one in another. If you suspect fraud, tell your bank as well, without waiting for our answer.',
        ),
      ],
    },
    {
      id: 'chargebacks-and-payment-disputes',
      heading: 'Chargebacks and Payment Disputes',
      blocks: [
        paragraph(
          'Please contact support before you ask your bank or card issuer to reverse a payment. Most questions about a payment turn out to be a misunderstanding or an error that we can settle directly.',
        ),
        paragraph(
          'A chargeback made without first contacting support may lead to suspension of the services under your agreement, or to legal action to recover the amount and the costs of the dispute.',
        ),
        paragraph(
          'If your bank contacts us about a disputed payment, we may give it the agreement, the record of payment and the record of interviews and offers arranged for you.',
        ),
      ],
    },
    {
      id: 'documentation',
      heading: 'Documentation',
      blocks: [
        paragraph(
          'We may require documentation of your interview participation before we decide on a request. This may be, for example:',
        ),
        bullets(
          'invitations to interviews, and your replies to them;',
          'e-mails or messages with an employer about an interview, its result or an offer;',
          'proof that you attended, such as a visitor slip or a calendar entry.',
        ),
        paragraph(
          'Please keep such papers until the time for a request has passed. Cover up what concerns other people. How we treat the personal information in them is set out in our ',
          pageLink(pages.privacy, 'Privacy Policy'),
          '.',
        ),
      ],
    },
    {
      id: 'contact-information',
      heading: 'Contact Information',
      blocks: [
        paragraph(
          'Send refund requests and questions about a payment to our support address. This policy is part of the terms on which we work; see also the ',
          pageLink(pages.terms, 'Terms of Use'),
          '.',
        ),
        postalContact(
          { label: 'Refunds and payments', address: agency.supportEmail },
          { label: 'General questions', address: agency.email },
        ),
      ],
    },
  ],
}
