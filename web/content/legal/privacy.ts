import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { bullets, mailLink, paragraph, type LegalSection, type LegalText } from './legal-text.ts'
import {
  automaticDataCollection,
  informationWeCollect,
  informationYouProvide,
  thirdPartyCookies,
} from './privacy-collection.ts'
import { usingYourRights } from './privacy-requests.ts'
import { accessingAndCorrecting, choices, contactInformation, dataSecurity } from './privacy-rights.ts'
import { disclosure, howWeUse } from './privacy-use.ts'

const introduction: LegalSection = {
  id: 'introduction',
  heading: 'Introduction',
  blocks: [
    paragraph(
      `${agency.nameStart} (“we”, “us”) finds people for employers and work for people. We respect your privacy, and this policy is how we mean to protect it. It says what personal information this website receives, why, who else receives it, how long it is kept, and what you can ask of us.`,
    ),
    paragraph('The policy covers information that we receive:'),
    bullets(
      'on the pages of this website and through its forms;',
      'in e-mails, text messages and other electronic messages between you and us that follow from using the website;',
      'from the providers that check your identity or set up a bank mandate when you register with us.',
    ),
    paragraph(
      'It does not cover what you tell us in other ways, such as in person, nor what other companies collect on their own websites, including those that we link to.',
    ),
    paragraph('In short:'),
    bullets(
      'You can read every page without telling us anything about yourself. The content pages set no cookie and carry no tracker.',
      'We ask for personal information only in forms, and you decide whether to send them.',
      'We do not keep your full Aadhaar number.',
      'We do not sell personal information, and we show no advertisements.',
    ),
    paragraph(
      'Please read the policy before you send us personal information. If you do not agree with it, do not send us any; you may still read the website.',
    ),
  ],
}

const under18: LegalSection = {
  id: 'anyone-under-the-age-of-18',
  heading: 'Anyone Under the Age of 18',
  blocks: [
    paragraph(
      'This website is not for anyone under the age of 18. If you are under 18, do not use its forms, do not register, and do not send us your name, address, phone number, e-mail address, documents or any other information about yourself.',
    ),
    paragraph(
      'We do not knowingly collect personal information from anyone under 18. If we learn that we have received it without the consent of a parent or guardian that the law requires, we delete it.',
    ),
    paragraph(
      'If you are a parent or guardian and believe that a child has sent us information, write to ',
      mailLink(agency.privacyEmail),
      '.',
    ),
  ],
}

const governingLaw: LegalSection = {
  id: 'governing-law',
  heading: 'Governing Law',
  blocks: [
    paragraph(
      'This policy, and any dispute about it or about how we treat your personal information, is governed by the laws of India. The courts at Surat, Gujarat, have exclusive jurisdiction.',
    ),
    paragraph(
      'The laws that matter most here are the Information Technology Act, 2000 with the rules made under it on sensitive personal data; the Aadhaar Act, 2016; and, as its provisions come into force, the Digital Personal Data Protection Act, 2023.',
    ),
    paragraph(
      'Nothing here limits a right to complain to an authority that the law gives you, such as the Data Protection Board of India.',
    ),
  ],
}

const changes: LegalSection = {
  id: 'changes-to-the-policy',
  heading: 'Changes to the Policy',
  blocks: [
    paragraph(
      'When we change this policy we publish the new text on this page and change the date at its top. The version that stands here when you send us information is the one that applies to it.',
    ),
    paragraph(
      'If a change would let us use information that we already hold for a new purpose, or give it to a new kind of recipient, we tell the people concerned by e-mail or text message beforehand, and ask for consent where the law requires it.',
    ),
    paragraph(
      'Please look at this page before you send a form, and tell us when your e-mail address or phone number changes, so that such a message reaches you.',
    ),
  ],
}

/** The fourteen sections of the specification, in its order, and one more; the longer ones have files of their own. */
export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  path: pages.privacy,
  description: `What personal information ${agency.name} collects on this website, why, who else receives it, how it is protected, and the choices you have.`,
  dateLabel: 'Last modified',
  dateText: '15 February 2025',
  dateIso: '2025-02-15',
  sections: [
    introduction,
    under18,
    informationWeCollect,
    informationYouProvide,
    automaticDataCollection,
    thirdPartyCookies,
    howWeUse,
    disclosure,
    choices,
    accessingAndCorrecting,
    governingLaw,
    dataSecurity,
    changes,
    contactInformation,
    usingYourRights,
  ],
}
