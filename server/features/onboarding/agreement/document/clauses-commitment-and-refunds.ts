import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { pages } from '#contract/paths.ts'
import { list, paragraph, terms } from './format-values.ts'
import type { AgreementData } from './agreement-data.ts'

/** The days of the refund policy (specification section 9). */
export const COMMITMENT_DAYS = 90
export const REQUEST_DAYS = 10

// Both sections say what the Refund Policy on the site says (web/content/legal/refund-policy.md), in its words.

export function commitment(): AgreementSection {
  return terms(
    'placement-commitment',
    'Our 90-day placement commitment',
    paragraph(
      'We commit ourselves to securing you an offer within 90 days. The 90 days run from the effective date of this agreement, which is the day, in India, on which you accept it. We count calendar days, starting with the day after the effective date.',
    ),
    paragraph(
      'If no offer has been secured for you when the 90 days end, you may ask for a refund of the service fee, in writing, within 10 days after the 90 days end. We cannot accept a request made by telephone, or one sent later.',
    ),
  )
}

export function refunds({ agency, publicUrl }: AgreementData): AgreementSection {
  return terms(
    'refunds',
    'Payments and refunds',
    paragraph(
      'All payments made to us are non-refundable, unless the law requires a refund or this section provides for one. Nothing here takes away a right to a refund that you have by law and that an agreement cannot exclude.',
    ),
    list(
      'What you receive: if your request meets the conditions of the 90-day commitment, we refund the service fee in full. The amount is credited to the original payment method within 5 to 7 business days of our approving the request. This refund is your sole remedy where no offer is secured within the 90 days.',
      `How to ask: write to ${agency.supportEmail} or to our postal address. Give your full name, the phone number and e-mail address in this agreement and its effective date, and say when and how you paid.`,
      'An interview or an offer was arranged: if we arranged an interview or an offer for you, no refund is given, even if you refuse it.',
      'Only part of the service was used: we give no partial or pro-rated refunds.',
      'Outside the 90-day rule we refund a payment only at our discretion, and only for error, fraud or non-performance.',
      'Disputed payments: please contact us before you ask your bank to reverse a payment. A chargeback made without first contacting us may lead to suspension of the services, or to legal action.',
      'Documentation: we may require documentation of your interview participation before we decide on a request.',
    ),
    paragraph(
      `The Refund Policy at ${publicUrl}${pages.refundPolicy} explains these rules with examples and is part of this agreement.`,
    ),
  )
}
