import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import {
  bullets,
  type LegalSection,
  type LegalText,
  mailLink,
  pageLink,
  paragraph,
  postalContact,
} from './legal-text.ts'
import { governingLaw, indemnification, liability, timeLimit, warranties } from './terms-liability.ts'
import { intellectualProperty, links, prohibitedUses, reliance, services } from './terms-use.ts'

const acceptance: LegalSection = {
  id: 'acceptance-of-the-terms',
  heading: 'Acceptance of the Terms of Use',
  blocks: [
    paragraph(
      `These terms are an agreement between you and ${agency.name} (“we”, “us”). Together with the documents they refer to, they govern your access to and use of this website, its content, and the forms and services offered through it.`,
    ),
    paragraph(
      'Please read them before you start to use the website. By using it, or by sending one of its forms, you accept these terms, as well as our ',
      pageLink(pages.privacy, 'Privacy Policy'),
      ' and, where you pay us, our ',
      pageLink(pages.refundPolicy, 'Refund Policy'),
      '. If you do not accept them, please do not use the website.',
    ),
  ],
}

const whoMayUse: LegalSection = {
  id: 'who-the-website-is-for',
  heading: 'Who the Website Is For',
  blocks: [
    paragraph('This website is offered and available to users who are 25 years of age or older.'),
    paragraph('This website is provided for use by persons located in the United States.'),
    paragraph(
      'By using the website you confirm that you can enter into a binding agreement with us. We do not check your age or where you are when you open a page. If you use the website from elsewhere, you do so by your own choice and are responsible for following the law of the place where you are. A service that you ask us for may have requirements of its own, which we tell you when you ask.',
    ),
    paragraph(
      'For personal information a separate limit applies: our ',
      pageLink(pages.privacy, 'Privacy Policy'),
      ' asks anyone under the age of 18 not to send us any.',
    ),
  ],
}

const changes: LegalSection = {
  id: 'changes-to-the-terms',
  heading: 'Changes to the Terms of Use',
  blocks: [
    paragraph(
      'We may revise these terms from time to time. Changes take effect when they are published on this page, with a new date at its top, and apply to all use of the website from then on.',
    ),
    paragraph(
      'If you go on using the website after that, you accept the revised terms; so please look at this page now and then. A change does not apply to a dispute of which we both knew before the day it was published, and it does not alter an agreement that you have already accepted.',
    ),
  ],
}

const access: LegalSection = {
  id: 'accessing-the-website',
  heading: 'Accessing the Website',
  blocks: [
    paragraph(
      'The website is free to read and needs no account. We may change it, limit parts of it, or withdraw it, without notice. We are not liable if all or part of it is unavailable at any time or for any period.',
    ),
    paragraph('You are responsible for:'),
    bullets(
      'having the device and the connection that you need to use the website;',
      'giving information that is correct, current and complete, and that is yours to give;',
      'keeping one-time passwords, and the personal links that we send you, to yourself. Whoever has a personal link can open your record, so tell us at once if one may have reached somebody else.',
    ),
    paragraph(
      'We may refuse a form, stop a registration or disable a personal link if we believe that these terms have been broken, or to protect you or others.',
    ),
  ],
}

const waiver: LegalSection = {
  id: 'waiver-and-severability',
  heading: 'Waiver and Severability',
  blocks: [
    paragraph(
      'If we do not insist on a right under these terms, or insist on it late, we have not given it up. A waiver counts only if we state it in writing, and only for the case that it names.',
    ),
    paragraph(
      'If a court finds a provision of these terms invalid, illegal or unenforceable, that provision is limited or removed to the smallest extent needed, and the others remain in force.',
    ),
  ],
}

const entireAgreement: LegalSection = {
  id: 'entire-agreement',
  heading: 'Entire Agreement',
  blocks: [
    paragraph(
      `These terms, with the Privacy Policy and the Refund Policy, are the entire agreement between you and ${agency.name} about the website. They replace all earlier understandings about it, written or spoken.`,
    ),
    paragraph(
      'If you have signed or accepted a separate agreement with us for a service, that agreement governs the service. Where it differs from these terms, it prevails.',
    ),
  ],
}

const contact: LegalSection = {
  id: 'contact-information',
  heading: 'Contact Information',
  blocks: [
    paragraph(
      'This website is operated by us from the address below. Comments, questions and notices about the website or these terms go to our general address; for questions about a payment please write to ',
      mailLink(agency.supportEmail),
      '. You can also use the form on our ',
      pageLink(pages.contact, 'contact page'),
      '.',
    ),
    postalContact(
      { label: 'General questions and notices', address: agency.email },
      { label: 'Payments and support', address: agency.supportEmail },
    ),
  ],
}

/** The Terms of Use, from acceptance to contact; uses and liabilities have files of their own. */
export const termsOfUse: LegalText = {
  title: 'Terms of Use',
  path: pages.terms,
  description: `The terms on which ${agency.name} offers this website: who it is for, what is not allowed, liability, governing law and time limits.`,
  dateLabel: 'Last modified',
  dateText: '15 February 2025',
  dateIso: '2025-02-15',
  sections: [
    acceptance,
    whoMayUse,
    changes,
    access,
    services,
    prohibitedUses,
    intellectualProperty,
    reliance,
    links,
    warranties,
    liability,
    indemnification,
    governingLaw,
    timeLimit,
    waiver,
    entireAgreement,
    contact,
  ],
}
