import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import {
  bullets,
  mailLink,
  pageLink,
  paragraph,
  strong,
  subheading,
  type LegalSection,
} from './legal-text.ts'

export const howWeUse: LegalSection = {
  id: 'how-we-use-your-information',
  heading: 'How We Use Your Information',
  blocks: [
    paragraph('We use personal information only for the purpose you gave it for, that is:'),
    bullets(
      [strong('Enquiries: '), 'to answer you, and to come back to you about the same matter.'],
      [
        strong('Applications: '),
        'to judge whether a position suits you, to contact you, and, once you have agreed to be put forward, to present you to an employer.',
      ],
      [
        strong('Registration: '),
        'to make sure that you are who you say you are, that the phone number is yours, and that nobody registers twice; to set up the bank mandate; to draw up, keep and prove the agreement.',
      ],
      [
        strong('Payments: '),
        'to collect what is due under the agreement through the mandate, to account for it, and to decide on requests under the ',
        pageLink(pages.refundPolicy, 'Refund Policy'),
        '.',
      ],
      [strong('Security: '), 'to prevent misuse of the forms, of one-time passwords and of personal links.'],
      [
        strong('Law: '),
        'to keep the books and records that the law requires, and to make or answer legal claims.',
      ],
    ),
    paragraph(
      'We rely on your consent, which you give when you send a form or ask for a check; on the agreement between us, where there is one; and on the law, where it obliges us. We do not use your information to advertise other companies, and we do not let software alone decide whether you are suited for a position.',
    ),
    subheading('How long we keep it'),
    bullets(
      [strong('Enquiries: '), 'one year after our last contact with you about them.'],
      [strong('Applications and their documents: '), 'one year after the decision.'],
      [
        strong('A registration that was not finished: '),
        'until 30 minutes after you last used it. The reference of a bank mandate already begun stays in our books.',
      ],
      [
        strong('One-time passwords sent by us: '),
        'ten minutes, and only in a form that cannot be read back.',
      ],
      [
        strong('Registrations and agreements: '),
        'as long as the agreement runs, and then for as long as legal claims can be made under it.',
      ],
      [strong('Bank account details: '), 'one year after the mandate ends.'],
      [strong('References and status of payments and mandates: '), 'eight years, as part of our books.'],
      [strong('Backups: '), 'about five weeks, after which newer ones take their place.'],
    ),
    paragraph(
      'We keep something longer only where a law, a court or an open dispute requires it, and delete it afterwards.',
    ),
  ],
}

export const disclosure: LegalSection = {
  id: 'disclosure',
  heading: 'Disclosure',
  blocks: [
    paragraph(
      'We do not sell, rent or trade personal information. On our side it is open only to the staff who need it for their work. Of others, these companies receive what they need for their part, and no more:',
    ),
    bullets(
      [
        strong('Identity verification provider: '),
        'the Aadhaar number and the one-time password that you enter. It checks them with the source of the Aadhaar records and returns your name, date of birth, gender, address and photograph.',
      ],
      [
        strong('SMS provider: '),
        'your mobile number and the text of the message, such as a one-time password.',
      ],
      [
        strong('Payment gateway and banks: '),
        'the account holder’s name, account number and IFSC code, the highest amount and the dates of the mandate, and reference numbers. They tell us whether the mandate was set up and what became of each debit.',
      ],
      [
        strong('Mail provider: '),
        'the e-mails that we send and receive, with the addresses and what is written in them. An enquiry or application that you send through a form is also delivered to our staff as an e-mail.',
      ],
      [
        strong('Hosting provider: '),
        'runs the computers on which the website and its database work. What we store is described under Data Security.',
      ],
    ),
    paragraph(
      'These companies act on our instructions, or, as banks do, under duties of their own. They may not use the information for purposes of their own that you have not agreed to.',
    ),
    paragraph('We may also disclose personal information:'),
    bullets(
      'to an employer, once you have agreed to be put forward for a position there: your profile and resume, but never your Aadhaar details or bank details, unless you hand them over yourself;',
      'to an authority or a court, where a law or a binding order requires it, and then only what is required;',
      'to our lawyers, auditors and accountants, who are bound to secrecy, where they need it to advise us or to check our books;',
      'to a company that takes over our business or the part that you deal with, which must then keep to this policy; you are told beforehand;',
      'to anyone else only with your consent.',
    ),
    paragraph(
      'If you want to know which companies these are at present, ask ',
      mailLink(agency.privacyEmail),
      ' and we tell you their names.',
    ),
  ],
}
