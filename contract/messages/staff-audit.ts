import { jobName } from './staff-jobs.ts'

/** What lasts for a period, by its name for operators. */
export const periodNames = {
  enquiries: 'Enquiries',
  applications: 'Applications',
  'who agreed to vacancies': 'Who agreed to vacancies at employers',
  'gateway answers': 'What the bank said of mandates',
  'bank details': 'Bank details of ended mandates',
  mandates: 'Ended mandates',
  'done jobs': 'Tasks that are done, such as mails',
  'dead jobs': 'Tasks that failed',
  digests: 'Summaries to the office',
  'sandbox entries': 'Messages of the sandbox',
  'webhook deliveries': 'Messages to other tools',
  tombstones: 'Notes of erasures',
  'audit log': 'Entries of the audit log',
  sessions: 'Visitors’ sessions',
  'links to replace an application': 'Links to replace an application',
  'paused registrations': 'Registrations to be continued',
  codes: 'Codes to confirm a phone',
  'code sends': 'Counts of codes that were sent',
  'sessions of staff': 'Sessions at the desk',
  'enrolment links': 'Enrolment links',
  'challenges of passkeys': 'Sign-ins that were begun',
  'counts of limits': 'Counts of attempts',
} as const
export type PeriodName = keyof typeof periodNames

/** What an erasure deletes, by what the answer counts. */
export const erasedNames: Record<string, string> = {
  enquiries: 'Enquiries',
  applications: 'Applications',
  executives: 'Registrations',
  application_files: 'Documents',
  files: 'Stored files',
  consents: 'Consents',
  agreements: 'Agreements and annexes',
  mandates: 'Mandates, emptied of the person',
  mandate_events: 'What the bank said of mandates',
  record_events: 'Entries of timelines',
  search_tokens: 'Entries of the search',
  webhook_deliveries: 'Messages to other tools',
  application_links: 'Links to replace an application',
  paused_registrations: 'Registrations to be continued',
  sessions: 'Visitors’ sessions',
  one_time_codes: 'Codes to confirm a phone',
  use_counts: 'Counts of attempts',
  jobs: 'Tasks, such as mails',
  sandbox_entries: 'Messages of the sandbox',
  staff_views: 'Saved filters that name the person',
}

/** What the audit log records: who saw, took, changed or destroyed what is stored about people, and what people signed. */
export const auditActions = {
  search: 'Searched by e-mail or phone',
  reveal: 'Saw details in full',
  files: 'Opened a document',
  export: 'Exported records',
  mail: 'Wrote to a person in their own words',
  erase: 'Erased a person',
  subject_export: 'Took a person’s data as a file',
  replace_link: 'Replaced a person’s link',
  replace_application: 'Replaced an application',
  supersede_application: 'Superseded an application',
  end_sessions: 'Ended visitors’ sessions',
  retention: 'Deleted what was past its period',
  confirm_clock: 'Confirmed the clock',
  settle: 'A mandate changed',
  show_agreement: 'Opened an agreement',
  confirm_link: 'Confirmed a link with a code',
  sign: 'Accepted an agreement',
  seal: 'Signed an agreement for the agency',
  key_rotation: 'Changed the encryption key',
  backup: 'Made a backup',
  restore: 'Restored a backup',
  refresh: 'Asked the bank about a mandate',
  staff_invite: 'Invited a colleague',
  staff_enrol: 'Enrolled at the desk',
  staff_sign_in: 'Signed in',
  staff_passkey: 'Changed a passkey',
  staff_change: 'Changed a colleague',
  staff_sessions: 'Ended a colleague’s sessions',
  webhooks: 'Changed a webhook',
  retry_job: 'Had a task tried again',
  vacancy: 'Changed a vacancy',
} as const
export type AuditAction = keyof typeof auditActions

/** What an entry of the audit log says further, in words where there are any. */
export function auditDetail(action: string, detail: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(detail).map(([name, value]) => {
    const said = action === 'retry_job' && name === 'kind' ? jobName(String(value)) : String(value)
    return `${erasedNames[name] ?? name.replaceAll('_', ' ')}: ${said.replaceAll('_', ' ')}`
  })
}
