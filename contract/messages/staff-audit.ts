import { jobName } from './staff-jobs.ts'
import { filterNames } from './staff-lists.ts'
import { roleNames } from './staff-access.ts'
import { vacancyFields } from '#contract/fields/vacancy.ts'
import { documentName } from './staff-record.ts'
import { mandateSources } from './staff-timeline.ts'
import { mandateNames, screenNames } from './staff.ts'

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
  staff_sessions: 'Ended sessions at the desk',
  webhooks: 'Changed a webhook',
  retry_job: 'Had a task tried again',
  vacancy: 'Changed a vacancy',
} as const
export type AuditAction = keyof typeof auditActions

/** Who did it, where it was nobody at the desk. */
export const auditActors: Record<string, string> = {
  system: 'The server',
  visitor: 'The person',
  operator: 'Who runs the server',
}

const lists = {
  enquiries: screenNames.enquiries,
  applications: screenNames.applications,
  executives: screenNames.executives,
}

function filtersInWords(stored: string): string {
  const names: Record<string, string> = { ...filterNames, references: 'those that were selected' }
  const set = stored.split(' ').filter((name) => name !== '')
  return set.map((name) => names[name] ?? name).join(', ') || 'none'
}

function vacancyFieldLabels(stored: string): string {
  const labels: Record<string, { label: string }> = vacancyFields
  return stored
    .split(' ')
    .map((name) => labels[name]?.label ?? name)
    .join(', ')
}

/** By whom, how and with what: each value by its word, or in words that are made of it, or as it is. */
const details = {
  active_staff: 'People who may sign in',
  backup_at: 'Backup of',
  by: [
    'Looked for by',
    { email: 'e-mail', phone: 'phone', id: 'reference', 'own page': 'the page of their own' },
  ],
  certificate: 'Fingerprint of the certificate',
  change: [
    'Change',
    {
      added: 'added',
      changed: 'changed',
      closed: 'closed',
      created: 'created',
      deleted: 'deleted',
      disabled: 'switched off',
      enabled: 'switched on',
      events: 'of what it is told',
      expired: 'closed, its last day is over',
      reopened: 'open again: a clock that was ahead had closed it',
      extended: 'open for longer',
      gone: 'switched off, its address is no more',
      published: 'published',
      rotated: 'a new secret',
      'sent again': 'a message sent again',
    },
  ],
  disabled: 'Disabled',
  document: 'Fingerprint of the signed document',
  ended: 'Sessions ended',
  ended_staff_sessions: 'Sessions at the desk ended',
  erased: 'People erased again',
  evidence: 'Fingerprint of the evidence',
  field: ['Document', documentName],
  fields: ['Changed', vacancyFieldLabels],
  files: 'Stored files',
  filters: ['Filters', filtersInWords],
  form: 'Fingerprint of the document',
  original: ['As it was sent', { yes: 'yes' }],
  from: 'From',
  again: 'Again',
  hits: 'Found',
  kind: ['Task', jobName],
  level: ['Time of the signature', { 'B-B': 'of the server’s clock', 'B-T': 'of a timestamp authority' }],
  link_by: 'Passkey set up with a link from',
  list: ['List', lists],
  of: ['Of', { ...lists, person: 'one person', all: 'everybody' }],
  outcome: [
    'Answer',
    {
      ...mandateNames,
      unknown: 'not known to the bank',
      circuit_open: 'none, the bank was not asked after many failures',
      rubbish: 'not to be understood',
      timeout: 'none in time',
      unreachable: 'none, it could not be reached',
      unreadable: 'not to be decrypted',
    },
  ],
  records: 'Records',
  rejected: 'People rejected',
  told: 'People told',
  role: ['Role', roleNames],
  rows: 'Rows',
  since: 'Since',
  source: ['Said by', { ...mandateSources, system: 'the server' }],
  status: ['Mandate', { ...mandateNames, ended: 'Ended' }],
  text: 'Fingerprint of the text',
  to: 'To',
  what: [
    'What',
    {
      contact: 'contact',
      bank: 'bank details',
      added: 'added',
      removed: 'removed',
      'refused as a copy': 'refused, it may be a copy',
    },
  ],
} as const satisfies Record<string, string | readonly [string, Values]>

type Values = Readonly<Record<string, string>> | ((value: string) => string)
type Value<Said> = Said extends readonly [string, infer Of]
  ? Of extends (value: string) => string
    ? string
    : keyof Of
  : string | number | boolean

/** What an entry says further: a name or a value without words here is refused by its type. `agreement` is an id, and said nowhere. */
export type AuditDetail = { [Name in keyof typeof details]?: Value<(typeof details)[Name]> | undefined } & {
  agreement?: string
}

const countNames: Record<string, string> = {
  ...periodNames,
  ...erasedNames,
  'files without a record': 'Files without a record',
  'keys of backups': 'Keys of backups',
}

/** The same in words. */
export function auditDetail(detail: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, string | readonly [string, Values]>> = details
  return Object.entries(detail).flatMap(([key, value]) => {
    if (key === 'agreement') return []
    const [name, values = {}] = [known[key] ?? countNames[key] ?? key].flat() as [string, Values?]
    const stored = value === true ? 'yes' : value === false ? 'no' : String(value)
    return `${name}: ${typeof values === 'function' ? values(stored) : (values[stored] ?? stored)}`
  })
}
