/**
 * The words around the wording of the agreement, on its page and in its PDF. They belong to what is accepted: the hash of
 * an accepted agreement covers them, so after somebody has accepted one, other words need another version.
 */
export const agreementDocument = {
  title: 'Recruitment services agreement',
  /** `number` and `heading` of a section. */
  numbered: '{number}. {heading}',
  /** At the foot of each page of the PDF. */
  foot: '{title} · {reference} · version {version}',
  page: 'Page {page} of {count}',
  sandbox: 'Made for a trial with stand-ins for the identity check or the bank: this binds nobody.',
  thisDocument: 'This document',
  reference: 'Reference',
  wording: 'Wording',
  version: 'Version {version}',
  drawnUp: 'Drawn up',
  status: 'Status',
  acceptedOn: 'Accepted on {time}',
  toBeAccepted: 'Form to be read and accepted',
  gender: { M: 'Male', F: 'Female', O: 'Others' },
} as const

/** Days and times of the agreement, written by our own rules: the same data must always make the same document. */
export const agreementTimes = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  day: '{date} {month} {year}',
  india: '{day}, {clock} IST (UTC+05:30)',
  /** A time of India, and the same of UTC. */
  both: '{india}, that is {utc}',
} as const

/** Where the agreement is in a person's language and in English. */
export const agreementLanguages = {
  names: { own: 'English', english: 'English' },
  /** In both texts: `binding` is the name of one of the two languages. */
  binding:
    'This agreement is written in {first} and, after that, in {second}. Both texts say the same. Where they differ, the {binding} text binds.',
  /** At the head of the second text. */
  second: 'The same agreement in {language}',
} as const

/** The end of the form: who is to accept it, or who has accepted it. */
export const agreementSignature = {
  heading: 'Acceptance',
  awaited: 'This form has not been accepted yet. It awaits acceptance by {name}.',
  toAccept: 'Name of the person who accepts',
  accepted: 'Accepted electronically, with the words “{words}”, by:',
  whoAccepted: 'Name of the person who accepted',
  dates: 'Dates of this agreement',
  acceptedAt: 'Accepted at',
  effective: 'Effective date',
  commitmentEnds: 'The 90 days end on',
  lastRequest: 'Last day to ask for a refund',
  forAgency: 'For the agency',
  bySeal: '{agency}, by the seal on this file',
} as const

/** The page that proves the acceptance. */
export const agreementEvidence = {
  heading: 'Evidence of the acceptance',
  intro:
    'This page was written by the server that took the acceptance, from its own records, and is sealed together with the agreement. It belongs to what a certificate under section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023 has to state.',
  acceptance: 'Acceptance',
  name: 'Accepted in the name',
  timeInIndia: 'Time in India',
  timeInUtc: 'Time in UTC',
  words: 'Words accepted',
  address: 'Network address',
  browser: 'Browser',
  unnamedBrowser: 'It did not say',
  before: 'What came before',
  events: {
    aadhaarVerified: 'Aadhaar number verified by one-time password',
    phoneVerified: 'Mobile number verified by one-time password',
    registered: 'Registered, with the bank mandate below',
    agreementAccepted: 'Agreement accepted',
    linkVerified: 'Personal link confirmed by a code sent to the phone on record',
    shown: 'Agreement opened',
  },
  mandate: 'Bank mandate',
  transaction: 'Transaction',
  registration: 'Registration number',
  noRegistration: 'Not given by the bank yet',
  mandateStatus: 'Status when accepted',
  mandateStatuses: { Initiated: 'Initiated', Success: 'Success', Failed: 'Failed' },
  accepted: 'What was accepted',
  pdfHash: 'SHA-256 of the PDF',
  textHash: 'SHA-256 of its text',
  hashes:
    'SHA-256 is a fingerprint: the same bytes always give the same one, and no other document with the same one is known. The form that was accepted is kept beside this one.',
} as const

/** Where an annex to the agreement differs from the agreement itself. */
export const annexDocument = {
  title: 'Annex to the recruitment services agreement',
  belongsTo: 'Belongs to agreement',
  /** In both texts, as `agreementLanguages` has it. */
  binding:
    'This annex is written in {first} and, after that, in {second}. Both texts say the same. Where they differ, the {binding} text binds.',
  second: 'The same annex in {language}',
  dates: 'Dates of this annex',
  intro:
    'This page was written by the server that took the acceptance, from its own records, and is sealed together with the annex. It belongs to what a certificate under section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023 has to state.',
  shown: 'Annex opened',
} as const
