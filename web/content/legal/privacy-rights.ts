import { agency } from '#contract/schemas/agency.ts'
import {
  bullets,
  type LegalSection,
  mailLink,
  paragraph,
  postalContact,
  steps,
  strong,
  subheading,
} from './legal-text.ts'

export const choices: LegalSection = {
  id: 'choices',
  heading: 'Choices',
  blocks: [
    paragraph('You decide what you give us and what we may go on doing with it.'),
    bullets(
      [
        strong('Not giving information. '),
        'You can leave any form unsent. Optional fields are yours to leave empty. If you do not give what a form marks as needed, we cannot do what the form is for.',
      ],
      [
        strong('Opting out of messages. '),
        'To stop hearing from us about positions or services, write to ',
        mailLink(agency.privacyEmail),
        ' from the address concerned, with the words “opt out” in the subject. We still send what an agreement or the law requires, such as a notice about a debit.',
      ],
      [
        strong('Opting out of disclosure. '),
        'In the same way you can tell us by e-mail not to present you to employers, or not to a certain one.',
      ],
      [
        strong('Withdrawing consent. '),
        'You can withdraw a consent at any time by an e-mail to the same address. It is meant to be as easy as giving it was: you need no reason. What was done before stays lawful, and we may have to end a service that cannot go on without the information.',
      ],
      [
        strong('Ending a mandate. '),
        'You can cancel a debit mandate with your bank, or ask us to. Sums already due under the agreement remain due.',
      ],
      [
        strong('Cookies. '),
        'There is nothing to opt out of on the content pages. If you refuse cookies in your browser, only registration and the personal links that belong to it stop working.',
      ],
    ),
  ],
}

export const accessingAndCorrecting: LegalSection = {
  id: 'accessing-and-correcting',
  heading: 'Accessing and Correcting',
  blocks: [
    paragraph('By writing to us you can:'),
    bullets(
      'learn whether we hold information about you, and receive a summary of it, of what we did with it and of who received it;',
      'have it corrected, completed or brought up to date;',
      'have it erased, where no law and no running agreement requires us to keep it;',
      'name a person who may exercise these rights for you if you die or become unable to.',
    ),
    steps(
      [
        'Write to ',
        mailLink(agency.privacyEmail),
        ' and say what you would like, and which form or agreement it is about.',
      ],
      'Write from the e-mail address that you gave us. If you no longer have it, we ask for something else that shows that the information is yours. Do not send your full Aadhaar number; we do not need it.',
      'We answer as soon as we can, at the latest within the time that the law sets, and at no charge. If we cannot do what you ask, we say why.',
    ),
    paragraph(
      'We cannot alter details that come from the Aadhaar check. If they are wrong, have your Aadhaar record corrected first, and then ask us to check again.',
    ),
    paragraph(
      'When a person is erased, the entries in our database, the stored files and the messages still waiting to be sent are deleted. What remains is a note that an erasure took place, without personal details. E-mails in our mailboxes are deleted by hand. Copies in backups go when those backups are replaced.',
    ),
    paragraph(
      'If you are not content with our answer, write again and mark your message for the attention of the grievance officer. After that you may turn to the authority that the law names.',
    ),
  ],
}

export const dataSecurity: LegalSection = {
  id: 'data-security',
  heading: 'Data Security',
  blocks: [
    paragraph('We protect personal information against loss, misuse and unauthorised access in these ways:'),
    bullets(
      [
        strong('Sealed at rest. '),
        'Names, e-mail addresses, phone numbers, postal addresses, dates of birth, messages, account numbers and uploaded files are encrypted (AES-256-GCM) before they are stored, with a key that is not kept in the database. Each sealed value is bound to its place, so that it cannot be moved to another record. Reference numbers, amounts, dates and states of payments are not sealed; by themselves they do not say who you are.',
      ],
      [
        strong('Keyed index instead of the number. '),
        'Where we must recognise a phone number, an e-mail address or an Aadhaar number again, we compare a value computed with a secret key. The full Aadhaar number is not kept.',
      ],
      [
        strong('Encrypted on the way. '),
        'The public website is served over HTTPS, so that what you send cannot be read on the way.',
      ],
      [
        strong('Shown masked. '),
        'An Aadhaar number is always shown masked. Account numbers, e-mail addresses and phone numbers are masked in our staff’s lists unless they are needed in full.',
      ],
      [strong('Kept out of logs. '), 'Our logs hold no names, numbers, messages or passwords.'],
      [
        strong('Only what is needed. '),
        'Card numbers and net-banking passwords never reach us. A one-time password works once, for a few minutes, and only a few wrong tries are allowed.',
      ],
    ),
    subheading('What you can do'),
    bullets(
      'Treat a personal link that we send you like a key: whoever has it can open your record. Do not forward it or post it.',
      'Never tell anyone a one-time password. Our staff do not ask for it, neither by phone nor by e-mail.',
      'Check the address of the website before you enter an identity number or bank details.',
    ),
    subheading('If something goes wrong'),
    paragraph(
      'No website can promise perfect security. If personal information is lost or falls into the wrong hands, we inform the people concerned and the authorities as the law requires, and say what happened, what it may mean for you and what you can do. If you notice a weakness yourself, please write to ',
      mailLink(agency.privacyEmail),
      '.',
    ),
  ],
}

export const contactInformation: LegalSection = {
  id: 'contact-information',
  heading: 'Contact Information',
  blocks: [
    paragraph(
      'Questions and comments about this policy, and requests about your information, reach us here. For letters, please write “Privacy” on the envelope.',
    ),
    postalContact(
      { label: 'General questions', address: agency.email },
      { label: 'Privacy requests and the grievance officer', address: agency.privacyEmail },
    ),
  ],
}
