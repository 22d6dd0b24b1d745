import { type DocumentMark } from '#contract/schemas/documents.ts'
import { marksInWords } from '#contract/messages/document-marks.ts'
import { documentName, scanNames } from '#contract/messages/staff-record.ts'
import { type RelatedRecord } from '#contract/schemas/staff-records.ts'

/** A record, its documents and its actions. */
export const recordWords = {
  backTo: {
    list: (list: string) => `Back to ${list}`,
    board: () => 'Back to the board',
    search: () => 'Back to the results',
    today: () => 'Back to Today',
    work: () => 'Back to your work',
  },
  previous: 'Previous',
  next: 'Next',
  wanted: { enquiries: 'What was asked', applications: 'Work looked for', executives: 'How far it is' },
  facts: 'Person',
  email: 'E-mail',
  phone: 'Phone',
  whatsApp: 'WhatsApp',
  showContact: 'Show contact',
  shownContact: 'Contact details shown. This has been recorded.',
  work: 'Work',
  toWork: 'Status',
  status: 'Status',
  assigned: 'Assigned to',
  nobody: 'Nobody',
  chooseReason: 'Please choose',
  save: 'Save',
  saved: 'Saved.',
  notSavedYet: 'Not saved yet.',
  also: 'also:',
  received: 'Received',
  superseded: 'Replaced',
  supersededBy: 'by',
  supersedes: 'Replaces:',
  documents: 'Documents',
  noDocuments: 'No documents were sent.',
  asked: (document: string) => `Asked for: ${document}`,
  hasCome: 'It has come',
  documentsAwaited:
    'Documents are awaited: there was no room for them when this came. The applicant was mailed a link for sending them.',
  document: documentName,
  open: 'Open',
  close: 'Close',
  download: 'Download',
  asPictures: 'Save as pictures (PDF)',
  asPicture: 'Save the picture',
  asText: 'Save as text',
  original: 'Original',
  saveOriginal: 'Save the original',
  marks: (found: readonly DocumentMark[]) =>
    found.length === 0 ? 'Nothing that acts was found in it.' : `Found in it: ${marksInWords(found)}.`,
  originalHint: 'This is the file as it was sent. Save it only if what is shown here is not enough.',
  notShown: 'This document cannot be shown here. Please save it.',
  tooLarge: 'This document is too large to be shown here. Please save it.',
  plainText: 'Text of the document',
  noText: 'No text was found in this document. Its original may hold pictures.',
  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
  scan: scanNames,
  actions: 'Actions',
  bank: 'Show bank details',
  link: 'Replace the link',
  linkHint:
    'The person gets a new link by e-mail, and the one before stops working. «Link again» under «Mail to the person» mails the link that they have once more.',
  linkSent: 'A new link goes out by e-mail now. The one before works no more.',
  mandate: 'Ask the bank for the mandate’s status',
  mandateAsked: 'The answer is in the timeline.',
  timeline: 'Timeline',
  privacy: 'Copy or erase this person’s data',
  call: 'Call',
  write: 'Write',
  noPhone: 'No phone number is known.',
  wide: 'Wide',
  narrow: 'Beside the facts',
} as const

const sameWords = { email: 'same e-mail', phone: 'same phone' } as const

/** Returns why another record may be of the same person. */
export function sameReason({ same, verified }: Pick<RelatedRecord, 'same' | 'verified'>): string {
  const reasons = same.map((what) => sameWords[what]).join(' and ')
  return `${reasons}, ${verified ? 'its phone verified by a code' : 'not verified by a code'}`
}

/** If two people save at once: what the second one reads. */
export const conflictWords = {
  title: 'Somebody else changed this record meanwhile.',
  changedField: (label: string, before: string, now: string) => `${label}: ${before} → ${now}.`,
  notSaved: (label: string, wanted: string) => `Your choice is not saved: ${label} «${wanted}».`,
  mine: (wanted: string) => `Set «${wanted}» all the same`,
  theirs: 'Leave it as it is now',
} as const

export const noteWords = {
  label: 'Note',
  add: 'Add note',
  added: 'The note is in the timeline.',
  waiting: 'The note is kept in this tab and is sent as soon as the desk can be reached.',
} as const
