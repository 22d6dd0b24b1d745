import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'

/** Screens by the names that their links have. */
export const screenNames = {
  today: 'Today',
  enquiries: 'Enquiries',
  applications: 'Applications',
  executives: 'Executives',
  vacancies: 'Vacancies',
  board: 'Board of applications',
  privacy: 'Privacy',
  people: 'Staff',
  webhooks: 'Webhooks',
  search: 'Search',
  account: 'Your account',
} as const satisfies Record<RecordKind, string> & Record<string, string>

export const statusNames: Record<RecordStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  won: 'Won',
  closed: 'Closed',
  shortlisted: 'Shortlisted',
  interview: 'Interview',
  offered: 'Offered',
  placed: 'Placed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  registered: 'Registered',
  signed: 'Signed',
  active: 'Active',
  mandate_failed: 'Mandate failed',
  signed_mandate_failed: 'Signed, mandate failed',
  annex_open: 'Addition to be accepted',
}

/** What became of a mail, as the timeline says it. */
export const mailStates = { ready: 'waits to be sent', done: 'sent', dead: 'could not be sent' } as const

export const mandateNames: Record<MandateStatus, string> = {
  created: 'Not begun',
  opened: 'At the bank’s window',
  initiated: 'Awaits the bank',
  active: 'Active',
  failed: 'Failed',
  aborted: 'Broken off',
  expired: 'Expired',
}
