import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { bullets, mailLink, pageLink, paragraph, subheading, type LegalSection } from './legal-text.ts'

export const services: LegalSection = {
  id: 'enquiries-applications-and-registration',
  heading: 'Enquiries, Applications and Registration',
  blocks: [
    paragraph(
      'An enquiry or an application sent through the website is a request that we contact you. It obliges neither of us to conclude an agreement. What we do with the information in it is set out in our ',
      pageLink(pages.privacy, 'Privacy Policy'),
      '.',
    ),
    paragraph(
      'We introduce people and employers to each other. Whom to interview and whom to hire is decided by the employer alone, and whether to accept an offer by you alone. Except for what an agreement with you expressly says, we do not promise that an enquiry, an application or a registration leads to an interview, an offer or a hire.',
    ),
    subheading('Registration and agreements'),
    paragraph(
      'To register as an executive you confirm your identity and your phone number, set up a bank mandate and accept an agreement. You may do so only for yourself, with your own Aadhaar number, phone and bank account. By ticking the box and pressing the button that submits the agreement you accept it electronically, and we both treat that as binding as the law allows.',
    ),
    subheading('Mandates and payments'),
    paragraph(
      'A debit mandate allows sums that are due under your agreement to be taken from your account, up to the highest amount and between the dates stated in it. It is authorised with your bank, on pages that are not ours and under the terms of the bank and the payment gateway. Whether and when a payment is returned is set out in our ',
      pageLink(pages.refundPolicy, 'Refund Policy'),
      '.',
    ),
  ],
}

export const prohibitedUses: LegalSection = {
  id: 'prohibited-uses',
  heading: 'Prohibited Uses',
  blocks: [
    paragraph('You may use the website only for lawful purposes and as these terms allow. You must not:'),
    bullets(
      'break any law that applies to you, or help somebody else to do so;',
      'pretend to be another person or firm, or use another person’s Aadhaar number, phone, bank account or documents;',
      'send information, documents or certificates that are false, forged or altered;',
      'offer work that is unlawful, that does not exist, or for which a worker is asked to pay in a way the law forbids;',
      'harm, exploit or endanger anyone, in particular a minor;',
      'send material that is defamatory, obscene, hateful or threatening, or that infringes the rights of others;',
      'send advertising, chain letters or other messages that nobody asked for;',
      'collect names, addresses or other information about people from the website;',
      'use robots, scrapers or other automatic means to send forms, request one-time passwords or copy the website; search engines that follow our robots.txt file are welcome;',
      'bring in viruses or other harmful code, or files made to disrupt what opens them;',
      'try to get into any part of the website, its server, its database or somebody’s record without being entitled to, for example by guessing personal links or codes;',
      'overload the website, or get around the limits that protect it.',
    ),
    paragraph(
      'If you have found a weakness by accident, tell us at ',
      mailLink(agency.email),
      ' and keep it to yourself until we have mended it. We take no steps against anyone who reports a weakness in good faith and has neither used it nor looked at the information of others.',
    ),
    paragraph(
      'If you break these rules we may refuse you the use of the website. We may also tell the authorities and give them what they lawfully require.',
    ),
  ],
}

export const intellectualProperty: LegalSection = {
  id: 'intellectual-property-rights',
  heading: 'Intellectual Property Rights',
  blocks: [
    paragraph(
      'The website and what it shows, such as its texts, drawings, icons, layout and software, belong to us or to those who have licensed them to us, and are protected by copyright, trade mark and other laws. Our name and logo may not be used without our written permission. Other names and marks on the website belong to their owners.',
    ),
    paragraph('You may, for your own use and without charge:'),
    bullets(
      'read the website, and let your browser keep copies of its pages for that purpose;',
      'print or save a reasonable number of pages;',
      'save and print your own agreement and other documents that we have made for you;',
      'link to our pages, as described under Links to and from the Website.',
    ),
    paragraph(
      'You may not alter such copies, remove notices of rights from them, sell them, or publish them as your own. Every other use needs our written permission. If you break this section, your permission to use the website ends, and you must return or destroy your copies if we ask for it.',
    ),
    paragraph(
      'What you send us remains yours. You allow us to store, copy and pass it on as far as this is needed for the purpose that you sent it for.',
    ),
  ],
}

export const reliance: LegalSection = {
  id: 'reliance-on-information-posted',
  heading: 'Reliance on Information Posted',
  blocks: [
    paragraph(
      'The information on the website is general. It is not legal, financial or career advice for your own case. We prepare it with care, but we do not promise that it is correct, complete or up to date, and we are not obliged to update it. If you rely on it, you do so at your own risk.',
    ),
    paragraph(
      'A testimonial describes a single case, in the words of one person. It is no promise that yours will have the same result.',
    ),
    paragraph(
      'What a position consists of, what is paid for it and under what conditions is stated by the employer. Please check it with the employer before you accept an offer.',
    ),
  ],
}

export const links: LegalSection = {
  id: 'links',
  heading: 'Links to and from the Website',
  blocks: [
    paragraph(
      'You may link to our pages in a way that is fair and lawful. A link must not suggest that we are associated with you, or approve of what you do, where we do not. You may not show our pages within a frame on another website.',
    ),
    paragraph(
      'Our website links to others, such as our pages on Facebook and Instagram, and during registration leads to the pages of a payment gateway and your bank. We give these links for your convenience, have no control over those websites, and accept no responsibility for them or for loss that may come from using them. Their own terms and privacy policies apply there.',
    ),
  ],
}
