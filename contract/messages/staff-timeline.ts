import type { MandateStatus } from '#contract/schemas/mandates.ts'
import { recordStatus, type RecordKind, type RejectionReason } from '#contract/schemas/staff-records.ts'
import { documentName } from './staff-record.ts'
import { rejectionNames } from './staff-vacancies.ts'
import { mandateNames, statusNames } from './staff.ts'

/** Sentences of a record's timeline and refusals of the desk's calls. */
export const recordMessages = {
  changedMeanwhile: 'Somebody else has changed this record. It is shown here as it is now.',
  numberSearch:
    'Your role may search by name or reference. Numbers and e-mail addresses are searched by recruiters.',
  tooManySearches:
    'You have searched by a number or an e-mail address 30 times in a minute. Please wait a moment.',
  tooManyMails: 'Five mails went to this person within a day. Please write again tomorrow.',
  notThis: 'This cannot be set here.',
  severalVacancies: 'This person is still at several vacancies. Move them on the board of each.',
  tooManyViews: 'You have as many saved filters as one may: remove one first.',
  hasCome: (document: string) => `What was asked for has come: ${document}`,
  unreadable: 'This document cannot be read: it was altered, or encrypted with another key.',
  notDrawn: 'The pages of this document could not be drawn. Its original can still be saved.',
} as const

/** The first entry of every timeline. */
export const receivedTexts: Record<RecordKind, string> = {
  enquiries: 'The enquiry was received',
  applications: 'The application was received',
  executives: 'The person registered',
}

export const mandateSources = {
  visitor: 'the person at the bank’s window',
  callback: 'the gateway',
  return: 'the person’s browser',
  asked: 'the gateway when asked',
  clock: 'its time ran out',
} as const

/** What happened to an agreement, or to an annex to it, and to the person's link. */
export const agreementTexts = {
  link: 'The link was confirmed with a code',
  agreement: {
    shown: 'The agreement was opened',
    accepted: 'The agreement was accepted',
    sealed: 'The agreement was signed by the agency',
  },
  annex: {
    shown: 'The addition to the agreement (annex) was opened',
    accepted: 'The addition to the agreement (annex) was accepted',
    sealed: 'The addition to the agreement (annex) was signed by the agency',
  },
} as const

/** Why the bank gave no answer, by the failure of its gateway. */
const bankFailures: Record<string, string> = {
  unknown: 'it says nothing of this mandate',
  timeout: 'it did not answer in time',
  unreachable: 'it could not be reached',
  rubbish: 'its answer could not be read',
  unreadable: 'its answer could not be read',
  circuit_open: 'it is not asked for a while, after failures',
}

type Detail = Record<string, string>

const shown: Record<string, string> = { contact: 'Contact shown', bank: 'Bank details shown' }

/** What the person did on the page of their own. */
const ownTexts: Record<string, (detail: Detail) => string> = {
  changed: ({ field = '', from = '' }) => `The person changed: ${field}${from ? ` (before: ${from})` : ''}`,
  document: ({ field = '' }) => `The person sent a document: ${documentName(field)}`,
  applied: ({ vacancy = '' }) => `The person applied to the vacancy ${vacancy}`,
  withdrawn: ({ vacancy = '' }) =>
    vacancy ? `The person withdrew from the vacancy ${vacancy}` : 'The person withdrew',
  emailAsked: () => 'The person gave another e-mail, which is on record once its link is opened',
  tookBack: () =>
    'The earlier phone, and the e-mail with it, were put back by the phone’s holder, who did not change them',
  opened: ({ field = '' }) => `The person opened a document: ${documentName(field)}`,
  copy: () => 'The person got a copy of their data',
  erasure: () => 'The person asks for erasure',
}

const sameContact: Record<string, string> = {
  both: 'the same e-mail and phone',
  email: 'the same e-mail and another phone',
  phone: 'the same phone and another e-mail',
}

function inBrackets(reason: string): string {
  return reason ? ` (${rejectionNames[reason as RejectionReason]})` : ''
}

function statusName(stored: string): string {
  const { data } = recordStatus.safeParse(stored)
  return data ? statusNames[data] : stored
}

/** Events at the desk, in a sentence; `text` of an event is one already. */
export const deskTexts = {
  status: ({ from = '', to = '', reason = '' }: Detail) =>
    `Status: ${statusName(from)} → ${statusName(to)}${inBrackets(reason)}`,
  assigned: ({ name = '' }: Detail) => (name ? `Assigned to ${name}` : 'Assigned to nobody'),
  note: ({ text = '' }: Detail) => text,
  looked: ({ what = '' }: Detail) => shown[what] ?? 'Looked at',
  document: ({ field = '', original }: Detail) =>
    `${original ? 'Original of a document saved' : 'Document opened'}: ${documentName(field)}`,
  link: () => 'A new link was sent to the person',
  superseded: ({ by, of = '' }: Detail) =>
    by === undefined ? `This application replaced ${of}` : `Replaced by ${by}, which the person sent`,
  again: ({ vacancy = '', same = 'both' }: Detail) =>
    `Applied again${vacancy ? ` for the vacancy ${vacancy}` : ''}, under ${sameContact[same] ?? ''}: refused as a second application and not stored`,
  vacancy: ({ vacancy = '', from = '', to = '', reason = '' }: Detail) => {
    if (to === 'closed') return `Applied for the vacancy ${vacancy}, which was not open any more`
    return from === ''
      ? `Added to the vacancy ${vacancy}`
      : `${vacancy}: ${statusName(from)} → ${statusName(to)}${inBrackets(reason)}`
  },
  own: (detail: Detail) => ownTexts[detail['what'] ?? '']?.(detail) ?? 'The person used their page',
  reminders: () => 'The person wants no more reminders',
  mandate: ({ outcome = '' }: Detail) =>
    `The bank was asked: ${mandateNames[outcome as MandateStatus] ?? bankFailures[outcome] ?? outcome}`,
} as const

/** In the place of what does not decrypt. */
export const unreadableText = 'This entry cannot be read'
