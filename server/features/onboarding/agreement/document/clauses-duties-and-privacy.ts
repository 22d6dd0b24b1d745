import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { pages } from '#contract/paths.ts'
import { list, paragraph, terms } from './format-values.ts'
import type { AgreementData } from './agreement-data.ts'

export function duties(): AgreementSection {
  return terms(
    'your-part',
    'Your part',
    list(
      'You are at least 18 years old and may enter into a contract.',
      'The details above, and what you tell us and employers, are true, current and yours to give. Tell us when your phone number, e-mail address or bank account changes.',
      'You register for yourself only, with your own Aadhaar number, phone and bank account.',
      'You attend the interviews that you have agreed to, or say in time that you cannot, and keep the papers that show your participation until the time for a refund request has passed.',
      'You keep one-time passwords, and the personal links that we send you, to yourself.',
    ),
  )
}

export function privacy({ agency, publicUrl }: AgreementData): AgreementSection {
  return terms(
    'personal-information',
    'Personal information',
    paragraph(
      'We use the personal information in this agreement to make sure that you are who you say you are, to set up the mandate, to do the work agreed here, to collect what is due, and to draw up, keep and prove this agreement.',
    ),
    list(
      'The full Aadhaar number is passed on to the identity verification provider and is not stored by us. We keep its last four digits, and a keyed index from which the number cannot be read.',
      'Your profile goes to an employer only once you have agreed to be put forward there, and never with Aadhaar or bank details.',
      'The payment gateway and the banks receive the account details and the terms of the mandate.',
      'We keep this agreement as long as it runs, and then for as long as legal claims can be made under it; bank account details for one year after the mandate ends.',
      `You can ask to see, correct or erase what we hold, name a person who may do so for you, withdraw a consent, or complain to our grievance officer: write to ${agency.privacyEmail}. After that you may turn to the authority that the law names, such as the Data Protection Board of India.`,
    ),
    paragraph(`The Privacy Policy at ${publicUrl}${pages.privacy} says the rest and applies as well.`),
  )
}

export function ending({ agency }: AgreementData): AgreementSection {
  return terms(
    'duration-and-ending',
    'Duration and ending',
    paragraph(
      `This agreement runs from the effective date until one of us ends it in writing, by e-mail to the address in this agreement; ours is ${agency.email}. You need no reason. We may end it only if you break it and do not put that right when we have asked you to.`,
    ),
    paragraph(
      'Ending it stops our work for you. It does not reduce a fee that was due before, and it does not take away a refund that you could already ask for. “Payments and refunds”, “Personal information” and “Governing law and courts” continue to apply.',
    ),
    paragraph(
      'This document, with the Refund Policy, is the whole agreement between us about these services. It can be changed only in writing and with the consent of both of us. If a court finds a part of it invalid, the rest remains in force.',
    ),
  )
}
