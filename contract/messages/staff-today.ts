import { mailTexts } from './staff-timeline.ts'
import { counted } from './languages.ts'

/** The first screen: what waits, thirty days in figures, and the providers. */
export const todayWords = {
  waiting: 'Waiting for somebody',
  enquiries: 'New enquiries',
  applications: 'New applications',
  failedMandates: 'Mandates that failed, agreement not signed',
  failedAfterSigning: 'Mandates that failed, agreement signed',
  openAnnexes: 'Annexes to be accepted',
  unsigned: 'Agreements unsigned after 3 days',
  closingVacancies: 'Vacancies that close within 3 days',
  quietVacancies: 'Vacancies without an applicant for 7 days',
  jobs: 'Failed tasks',
  noJobs: 'No failed tasks.',
  retry: 'Try again',
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

/** Work in the background by the kind of its job. */
const jobNames: Record<string, string> = {
  ...mailTexts,
  'careers.notify-owner': 'Mail to an applicant with a link to send another application',
  'mandates.tell-staff': 'Mail to the office about a mandate',
  'mandates.keep-one': 'Cancelling a second mandate of one person',
  'agreements.draw-form': 'Drawing up an agreement',
  'agreements.seal': 'Signing an agreement',
  'clock.notify-staff': 'Mail to the office: the clock jumped',
  'digest.tell-staff': 'Daily summary to the office',
  'digest.tell-rest': 'Summary to the office of a very busy day',
  'staff.mail-person': 'Mail from staff to a person',
  'staff.tell-link': 'Mail to a colleague about a new enrolment link',
  'webhooks.deliver': 'Telling another tool of a change',
  'sandbox.call-product': 'Answer of the sandbox’s bank',
}

/** What staff call such work. */
export function jobName(kind: string): string {
  return jobNames[kind] ?? kind
}
