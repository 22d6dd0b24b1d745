import { type WorkList } from '#contract/schemas/staff-today.ts'
import { counted } from '#contract/messages/languages.ts'
import { type RecordStatus } from '#contract/schemas/staff-records.ts'

/** Lists of work, and the reason for each line. */
export const workWords = {
  titles: {
    mine: 'Yours',
    waiting: 'Waiting longest',
    late: 'Answer is late',
  } satisfies Record<WorkList, string>,
  interviews: 'Interviews today',
  failed: 'What failed',
  allOf: (count: number, most: number) => (count < most ? `All ${count}` : `All, ${count} or more`),
  /** The name of a list with its size, counted up to `most`. */
  counted: (name: string, count: number, most: number) =>
    `${name}: ${count < most ? count : `${count} or more`}`,
  nothing: 'Nothing waits. New enquiries, applications and registrations appear here.',
  none: {
    mine: 'Nothing that is assigned to you waits.',
    waiting: 'Nothing waits.',
    late: 'Nobody waits longer than they were told.',
  } satisfies Record<WorkList, string>,
  interviewAt: (time: string) => `Interview today at ${time}`,
  of: (person: string) => ` · ${person}`,
  answer: 'Answer',
  review: 'Review',
  open: 'Open',
  retry: 'Try again',
  /** About a mail or another task: what, why and when. */
  itFailed: (what: string, why: string, when: string) => `${what}. It failed: ${why} (${when})`,
  /** Whom a button is for, for screen readers. */
  whom: (who: string) => `: ${who}`,
} as const

const reasons: Partial<Record<RecordStatus, (age: string) => string>> = {
  contacted: (age) => `Contacted, came ${age} ago`,
  shortlisted: (age) => `Shortlisted, applied ${age} ago`,
  interview: (age) => `At the interview, applied ${age} ago`,
  offered: (age) => `Has an offer, applied ${age} ago`,
  registered: (age) => `Agreement not signed for ${age}`,
  mandate_failed: (age) => `Mandate failed, agreement not signed, registered ${age} ago`,
  signed_mandate_failed: (age) => `Mandate failed, agreement signed, registered ${age} ago`,
  annex_open: (age) => `Addition to be accepted, registered ${age} ago`,
}

/** Returns why a record is on a list of work; `age` is how long ago it arrived. */
export function reasonFor({ kind, status }: { kind: string; status: RecordStatus }, age: string): string {
  const found = reasons[status]?.(age)
  if (found !== undefined) return found
  return kind === 'enquiries' ? `Enquiry, not answered for ${age}` : `Application, not looked at for ${age}`
}

/** The first screen: what waits, thirty days in figures, and the providers. */
export const todayWords = {
  waiting: 'Waiting for somebody',
  enquiries: 'New enquiries',
  applications: 'New applications',
  failedMandates: 'Mandates that failed, agreement not signed',
  failedAfterSigning: 'Mandates that failed, agreement signed',
  openAnnexes: 'Additions to agreements to be accepted',
  unsigned: 'Agreements unsigned after 3 days',
  closingVacancies: 'Vacancies that close within 3 days',
  quietVacancies: 'Vacancies without an applicant for 7 days',
  fullVacancies: 'Vacancies that are full and still open',
  jobs: 'Tasks that wait',
  retried: 'It is tried again now.',
  waitingJobs: (count: number) => `Waiting: ${counted(count, 'task')}`,
  due: (time: string) => `due ${time}`,
  unclaimed: 'Mandates without a registration',
  unclaimedHint:
    'Somebody set one up with their bank and never registered. The mail to the office has their phone.',
  ask: 'Ask the bank now',
  asked: (status: string) => `The bank says: ${status}`,
  days: 'Received in the last 30 days',
  asTable: 'As a table',
  day: 'Day',
  enquiryCount: 'Enquiries',
  applicationCount: 'Applications',
  totals: {
    enquiries: (count: number) => counted(count, 'enquiry', 'enquiries'),
    applications: (count: number) => counted(count, 'application'),
  },
  funnel: 'Registrations in the last 30 days',
  step: 'Step',
  people: 'People',
  steps: {
    started: 'Started',
    aadhaar: 'Aadhaar verified',
    phone: 'Phone verified',
    bank: 'Bank chosen',
    registered: 'Registered',
    signed: 'Agreement signed',
    active: 'Mandate active',
  } as Record<string, string>,
  providers: 'Providers',
  providerNames: { mail: 'E-mail', aadhaar: 'Aadhaar', sms: 'SMS', gateway: 'Bank gateway' } as Record<
    string,
    string
  >,
  sandbox: 'sandbox',
  states: { closed: 'Answering', trying: 'Being tried again', open: 'Not answering' },
} as const

const failures: Record<string, string> = {
  'mail: refused': 'the address was refused',
  'mail: unreachable': 'the mail server could not be reached',
  'mail: timeout': 'the mail server did not answer in time',
  'mail: login refused': 'the mail server refused our password',
  'mail: server busy': 'the mail server was busy',
  'record: unreadable': 'the record could not be read',
  'files: unavailable': 'the store of files could not be reached',
  'took too long': 'it took too long',
  'the process ended in it': 'the server was restarted meanwhile',
}

/** Returns why an attempt failed, in everyday words. */
export function failureText(stored: string): string {
  return failures[stored] ?? stored
}
