import { agency } from '#contract/schemas/agency.ts'
import { bullets, mailLink, paragraph, strong, subheading, type LegalSection } from './legal-text.ts'

export const informationWeCollect: LegalSection = {
  id: 'information-we-collect',
  heading: 'Information We Collect',
  blocks: [
    paragraph('Depending on what you do on the website, we collect:'),
    bullets(
      [
        strong('Contact details: '),
        'name, e-mail address, phone number and, where a form asks for it, postal address.',
      ],
      [strong('What you write to us: '), 'the text of an enquiry and of later messages.'],
      [
        strong('Career details: '),
        'date of birth, resume, education certificate and, if you choose to add them, copies of an Aadhaar card and a PAN card.',
      ],
      [
        strong('Identity details, if you register: '),
        'the result of the Aadhaar check (name, date of birth, gender, address, photograph), the last four digits of the Aadhaar number, and a profile photo.',
      ],
      [
        strong('Bank details, if you register: '),
        'account holder’s name, account number, IFSC code, the terms of the debit mandate and its status.',
      ],
      [
        strong('Your agreement, if you accept one: '),
        'the document itself, the name it was accepted in, and what proves the acceptance, such as its time.',
      ],
      [
        strong('Technical details: '),
        'the little that a web server must see to answer you, described under Automatic Data Collection.',
      ],
    ),
    paragraph(
      'Most of this comes from you. The identity details come from the identity verification provider after you have asked for the check, and the status of a mandate comes from the bank through the payment gateway. We do not buy personal information, and we do not collect it from your other accounts or devices.',
    ),
    subheading('Your Aadhaar number'),
    paragraph(
      'The full Aadhaar number that you enter to register is passed on to the identity verification provider and is not stored by us. We keep its last four digits, and a keyed index: a value computed from the number with a secret key. From it the number cannot be read; it only lets us recognise that a number has been registered already. Documents, e-mails and pages show the number as XXXXXXXX1234, with the real last four digits.',
    ),
  ],
}

export const informationYouProvide: LegalSection = {
  id: 'information-you-provide',
  heading: 'Information You Provide',
  blocks: [
    subheading('When you send an enquiry'),
    paragraph(
      'The contact form asks for your name, e-mail address, ten-digit phone number and your enquiry. All four are needed for an answer. Please do not put identity numbers, bank details or health information into the text.',
    ),
    subheading('When you apply for a position'),
    paragraph(
      'The application form asks for your full name, e-mail address, phone number, date of birth and resume. Your address, an education certificate, an Aadhaar card copy and a PAN card copy are optional, and leaving them out does not count against you. If you add an Aadhaar card, please use a masked copy that shows only the last four digits, because we keep a document as you sent it.',
    ),
    subheading('When you register as an executive'),
    bullets(
      [
        strong('Step 1, identity. '),
        'You enter your Aadhaar number and a one-time password that is sent to the mobile number linked with it. By pressing Verify you ask for the check and agree to it. Your name, date of birth, gender, address and photograph are then filled in from the answer. You add an e-mail address and a mobile number, which you confirm with a second one-time password.',
      ],
      [
        strong('Step 2, bank mandate. '),
        'You enter the account name, account number and IFSC code. You then authorise the mandate with your bank, in a window of the payment gateway. Your net-banking user name, password and codes go to your bank and are never seen by us.',
      ],
      [
        strong('Step 3, agreement. '),
        'You read the agreement and accept it. It holds the details above, with the Aadhaar number masked.',
      ],
    ),
    subheading('When you write to us'),
    paragraph(
      'If you answer one of our e-mails or write to one of our addresses, we keep the correspondence with the matter that it belongs to.',
    ),
    subheading('Information about other people'),
    paragraph(
      'Give us information about someone else, such as a referee, only if that person knows and agrees.',
    ),
  ],
}

export const automaticDataCollection: LegalSection = {
  id: 'automatic-data-collection',
  heading: 'Automatic Data Collection',
  blocks: [
    paragraph(
      'Many websites record how each visitor moves through them. This one does not. We use no analytics service, build no profile of you, and do not follow you to other websites.',
    ),
    bullets(
      [
        strong('Cookies (small files that a browser keeps for a website). '),
        'The content pages, including this one and the contact page, set no cookie. Registration, with the personal links that belong to it, uses one strictly necessary session cookie. It holds a random value that tells our server that the same browser is still at work, and nothing about you. It cannot be read by scripts, and what it refers to on our server ends 30 minutes after the last use. Without it registration cannot work; because it serves nothing else, we do not ask you to accept or refuse it.',
      ],
      [
        strong('Flash cookies (local stored objects kept by the former Flash plug-in). '),
        'We do not use them.',
      ],
      [
        strong('Web beacons (tiny invisible pictures that report when a page or an e-mail is opened). '),
        'We do not use them, neither on the website nor in our e-mails.',
      ],
      [
        strong('Storage in your browser. '),
        'When a form sends you on to another page, the short message that it went well may be handed over in the session storage of your browser. What you type into the application form, but none of the documents, is held there too, so that a refresh does not lose it, and is removed once the application has been sent. Neither is sent to us from there, and both are gone when the tab is closed.',
      ],
    ),
    subheading('What our server sees'),
    paragraph(
      'To answer a request, our server receives your IP address, the address of the page, and what your browser says about itself. Our log keeps the time, the kind of request, its result and duration, and a random number for it, without your personal details. IP addresses, and the phone numbers that codes are sent to, are counted for a short time so that nobody can flood a form or guess codes. If you accept an agreement, the IP address and browser used may be kept with it as evidence.',
    ),
    paragraph(
      'To hold back automated messages, the contact form has a field that people do not see, and notes how long it took to fill in the form. A message that looks automated is marked as such for the person who reads it. It is not thrown away, and no decision about you is made by a machine.',
    ),
    paragraph(
      'If you think that a page behaves otherwise than described here, please tell us at ',
      mailLink(agency.privacyEmail),
      '.',
    ),
  ],
}

export const thirdPartyCookies: LegalSection = {
  id: 'third-party-use-of-cookies',
  heading: 'Third-Party Use of Cookies',
  blocks: [
    paragraph(
      'Our content pages load nothing from other companies: no advertisements, no social media buttons, no maps, no fonts, no measuring scripts. So no third party can set a cookie on them or learn from them that you were there.',
    ),
    paragraph('Other companies come into play only when you go to them yourself:'),
    bullets(
      [
        strong('Bank mandate. '),
        'When you set up a mandate, the script of the payment gateway is loaded and a window of the gateway and your bank opens. They may set cookies of their own there, for example to keep you signed in and to prevent fraud.',
      ],
      [
        strong('Facebook and Instagram. '),
        'The links in the footer are ordinary links. Those companies learn of your visit only if you follow the link, and may then set cookies on their own pages.',
      ],
    ),
    paragraph(
      'We do not control those cookies and cannot read them; the privacy policies of these companies apply. You can refuse or delete cookies in the settings of your browser. All content pages go on working if you refuse them all.',
    ),
  ],
}
