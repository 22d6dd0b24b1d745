import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import {
  bullets,
  type LegalSection,
  mailLink,
  pageLink,
  paragraph,
  postalContact,
  steps,
  strong,
  subheading,
} from './legal-text.ts'

/** Where the notices before the forms lead to. */
export const rightsSectionId = 'using-your-rights'

/** Added to the specification's sections, after them: how to use what the Act and its Rules give. */
export const usingYourRights: LegalSection = {
  id: rightsSectionId,
  heading: 'Using Your Rights',
  blocks: [
    paragraph(
      'The Digital Personal Data Protection Act, 2023 and the rules made under it give you rights over your personal data. This section says how to use them with us. It was added on 21 November 2026; the sections before it are those of the date at the top of this page.',
    ),
    subheading('How to ask'),
    steps(
      [
        'Write to ',
        mailLink(agency.privacyEmail),
        ', or send a letter to the address at the end of this section. Say which right you want to use, and which form it is about: the ',
        pageLink(pages.contact, 'enquiry'),
        ', the ',
        pageLink(pages.career, 'application'),
        ' or the ',
        pageLink(pages.register, 'registration'),
        '.',
      ],
      'Give the e-mail address or the phone number that you wrote in that form: by it we find what we hold. Write from that address if you can. Otherwise we answer to it, or call that number, before we do anything, so that nobody else can ask in your name.',
      'Please send no Aadhaar number, no copy of an identity card, no bank details, and no personal link that we sent you. We do not need them for this.',
      'We tell you that your request has come, and answer it as soon as we can: at the latest 90 days after we have received it. It costs you nothing.',
    ),
    subheading('What you can ask for'),
    bullets(
      [
        strong('Access. '),
        'A summary of the personal data that we hold about you, of what we do with it, and of who else has received it; with it, which notice you were shown and when.',
      ],
      [
        strong('Correction. '),
        'To have what is wrong corrected, what is incomplete completed, and what is old brought up to date.',
      ],
      [
        strong('Erasure. '),
        'To have it erased. We do so unless a law or a running agreement requires us to keep it, and then we say which and for how long.',
      ],
      [
        strong('Withdrawal. '),
        'To take back a consent, by one e-mail with the word “withdraw”. We stop using the data for that purpose, and have those who use it for us stop, and erase it as above.',
      ],
      [
        strong('Nomination. '),
        'To name a person who may use these rights for you if you die or become unable to. Send us their name and how they can be reached; a later nomination takes the place of an earlier one.',
      ],
      [
        strong('Language. '),
        'The notices before our forms are in English. Ask us if you would rather have one in another of the languages listed in the Eighth Schedule to the Constitution of India.',
      ],
    ),
    subheading('If you are not content'),
    steps(
      [
        'Write again to ',
        mailLink(agency.privacyEmail),
        ' and mark it for the attention of the grievance officer, who looks at it anew and answers within the same 90 days.',
      ],
      'After that you can complain to the Data Protection Board of India, which takes complaints in electronic form. The Act asks you to use our grievance procedure first.',
    ),
    postalContact({ label: 'Requests and the grievance officer', address: agency.privacyEmail }),
  ],
}
