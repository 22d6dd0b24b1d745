import type { Generated } from 'kysely'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { ReminderSubject } from '#contract/reminders.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import type {
  RecordKind,
  RecordStatus,
  RejectionReason,
  TimelineEntry,
} from '#contract/schemas/staff-records.ts'
import type { DeliveryState, WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import type { CandidateStage, VacancyClosing, VacancyState } from '#contract/schemas/vacancies.ts'

/**
 * The tables. Times are integer milliseconds and encrypted columns are text (`server/platform/crypto/field-cipher.ts`),
 * so that both engines return the same values.
 */
export interface Database {
  records: RecordRow
  application_files: ApplicationFileRow
  pending_files: PendingFileRow
  sessions: SessionRow
  session_photos: SessionPhotoRow
  one_time_codes: OneTimeCodeRow
  use_counts: UseCountRow
  code_sends: CodeSendRow
  executives: ExecutiveRow
  application_links: ApplicationLinkRow
  record_links: RecordLinkRow
  consents: ConsentRow
  digests: DigestRow
  mandates: MandateRow
  mandate_events: MandateEventRow
  agreements: AgreementRow
  signing_keys: SigningKeyRow
  jobs: JobRow
  schedules: ScheduleRow
  clock_watch: ClockWatchRow
  sandbox_entries: SandboxEntryRow
  key_check: KeyCheckRow
  audit_log: Omit<AuditLogRow, 'seq'> & { seq: Generated<number> }
  audit_pruned: AuditPrunedRow
  erasures: ErasureRow
  staff: StaffRow
  staff_passkeys: StaffPasskeyRow
  staff_invitations: StaffInvitationRow
  staff_challenges: StaffChallengeRow
  staff_sessions: StaffSessionRow
  record_events: RecordEventRow
  search_tokens: SearchTokenRow
  staff_views: StaffViewRow
  funnel_counts: FunnelCountRow
  webhook_endpoints: WebhookEndpointRow
  webhook_deliveries: WebhookDeliveryRow
  vacancies: VacancyRow
  vacancy_revisions: VacancyRevisionRow
  vacancy_candidates: VacancyCandidateRow
  document_requests: DocumentRequestRow
  reminders: ReminderRow
  paused_registrations: PausedRegistrationRow
}

/** A record of any kind with what its person entered. */
export interface RecordRow {
  id: string
  kind: RecordKind
  /** The name of the record for people. It gives no access. */
  reference: string
  created_at: number
  status: RecordStatus
  /** The id of the member of staff who works on it; empty for nobody. */
  assigned_to: string
  /** Counts changes by staff, so that one made over older data is noticed. */
  version: number
  /** In which the person is written to (`storedLanguage`). */
  language: string
  /** Encrypted JSON: the text of each field (`contract/fields/records.ts`). */
  personal: string
  /** Keyed hashes that find all records of one person. */
  email_index: string
  phone_index: string
  /** 1 once a link mailed to the address was used; 0 before, because anybody may have entered it. */
  email_proven: number
  /** Keyed hashes that are unique among records of the kind; null if duplicates are allowed. */
  email_claim: string | null
  phone_claim: string | null
  /** The privacy notice that the form showed; null when the caller named none. */
  notice_version: string | null
  /** The language of the notice and the hash of its text (`noticeWords`); null if unknown. */
  notice_language: string | null
  notice_sha256: string | null
  /** The rules by which it looks like spam, separated by spaces; null if none. */
  suspect: string | null
  /** The documents sent with it, one bit each (`documentBits` in `server/features/records/store.ts`). */
  documents: number
  /**
   * The id of the application that its owner sent instead of this one after staff had worked on it; `gone` once that is
   * deleted; empty for none.
   */
  superseded_by: string
  /** A copy of the status of the person's mandate, so that an index finds it; null without a mandate. */
  mandate_status: MandateStatus | null
  /** The sector of an applicant, for filters; empty for none. */
  sector: string
  /** When the record was created or last changed, by staff or its person. */
  changed_at: number
  /** The last contact with the person: mails, statuses, notes, stages, changes. The retention period starts here. */
  last_contact_at: number
  /** How often the link was replaced. */
  link_number: number
  /** 1: the person wants no reminders. */
  reminders_off: number
  /** Time of the interview of the latest invitation; null without one. */
  interview_at: number | null
}

export interface ApplicationFileRow {
  /** The id under which the storage holds it. */
  id: string
  application_id: string
  /** The field of the form. */
  field: string
  /** Encrypted: the original name of the file. */
  name: string
  kind: string
  /** Stored bytes. A picture is re-encoded, so they differ from those sent. */
  size: number
  scan: 'clean' | 'unscanned' | 'off'
  /** What was found in it that acts once the original is opened: `documentMarks` of the contract, with spaces between. */
  marks: string
  /** Encrypted: the words in it, for the desk; empty of a picture. */
  content: string
}

/** A file that is being stored. The row is inserted before and deleted in the commit that names the file. */
export interface PendingFileRow {
  id: string
  created_at: number
}

/** A link for the owner of an address to replace an application under it. Its token is stored as hash. */
export interface ApplicationLinkRow {
  id: string
  created_at: number
  email: string
  email_index: string
  hash: string
  mailed_at: number
  used_at: number | null
  /** In which the person is written to (`storedLanguage`). */
  language: string
}

/** A digest that was sent to staff, or is being sent. */
export interface DigestRow {
  /** The end of the digest's period, which begins where the previous one ended. */
  until_at: number
}

export interface JobRow {
  id: string
  kind: string
  /** JSON of ids; never a personal value. */
  payload: string
  created_at: number
  /** When the next attempt is due. A worker that claims the job moves this ahead. */
  run_at: number
  /** Attempts begun so far. */
  attempts: number
  status: 'ready' | 'done' | 'dead'
  /** The reason why the last attempt failed; null before any. */
  last_failure: string | null
  finished_at: number | null
  /** The request that enqueued the job; null if there was none. */
  request_id: string | null
  /** The record concerned, for its timeline; null if there is none. */
  record_id: string | null
}

/** The last run of a scheduled task, in any process. */
export interface ScheduleRow {
  name: string
  taken_at: number
  /** The previous run; 0 for none. */
  previous_at: number
}

/** The latest time that a server saw, and a jump of the clock until it is confirmed; one row. */
export interface ClockWatchRow {
  id: string
  seen_at: number
  jumped_from: number | null
  jumped_to: number | null
}

/** An entry of the sandbox: a simulated message or the state of a simulated vendor. */
export interface SandboxEntryRow {
  /** Such as `message` or `mandate`. */
  kind: string
  key_index: string
  /** A second key; empty for none. */
  about_index: string
  /** Encrypted JSON. */
  entry: string
  /** Counts changes, so that a conflicting change is noticed. */
  version: number
  created_at: number
  expires_at: number
}

export interface KeyCheckRow {
  /** `previous` exists while values encrypted with the previous key may remain. */
  id: 'current' | 'previous'
  /** The secret for indices, encrypted with this key, so that only the right key decrypts it. */
  index_secret: string
  /** When this key became the current one. */
  since: number
}

/** Uses counted by a limit for one key until a time, shared by all processes. */
export interface UseCountRow {
  rule: string
  key_index: string
  count: number
  ends_at: number
}

/** An entry of the audit log. Nothing in it is personal. */
export interface AuditLogRow {
  /** Rises with each entry. A rolled-back transaction may leave a gap. */
  seq: number
  at: number
  action: string
  /** `system`, `visitor`, `staff:` and an id, or a keyed hash of the operator. */
  actor: string
  /** The id of the record concerned, if any. */
  reference: string | null
  /** JSON of names and counts with sorted keys. */
  detail: string
}

/** Which audit entries were deleted because of their age; one row, after the first deletion. */
export interface AuditPrunedRow {
  id: string
  /** The newest deleted entry. */
  seq: number
}

/** An erasure, so that an older backup does not bring the person back. Nothing in it is personal. */
export interface ErasureRow {
  id: string
  at: number
  /** JSON: keyed hashes of the verified Aadhaar numbers. */
  identities: string
  /** JSON: ids of the erased rows, by table. */
  row_ids: string
  /** JSON: how many rows and files were erased, by table. */
  counts: string
}

/** The session of a visitor. */
export interface SessionRow {
  id: string
  created_at: number
  used_at: number
  /** SHA-256 of the token, which is kept nowhere. */
  hash: string
  /** The hash of the replaced token and when that expires; null if there is none. */
  earlier_hash: string | null
  earlier_ends_at: number | null
  /** Encrypted JSON. */
  data: string
}

export interface SessionPhotoRow {
  session_id: string
  /** Encrypted base64. */
  photo: string
}

/** A code that was sent by SMS and not entered yet; at most one per session, phone and purpose. */
export interface OneTimeCodeRow {
  session_id: string
  purpose: string
  phone_index: string
  send_id: string
  /** Keyed hash of session, purpose, phone and code. */
  code_hash: string
  expires_at: number
}

/** An SMS with a code, and whether the code was entered. The recipient is not stored. */
export interface CodeSendRow {
  id: string
  sent_at: number
  verified_at: number | null
  /** JSON: the limits that counted it, which are reduced again once the code is entered. */
  uses: string
}

/** The additional columns of a registered person's record. */
export interface ExecutiveRow {
  /** Of the record. */
  id: string
  /** Unique: each person can register once. */
  aadhaar_index: string
  /** The stored picture, a JPEG. */
  photo_file: string
  /** The current mandate. Earlier ones name this person too. */
  mandate_id: string
}

/** A consent: the person pressed Verify below this text, which later led to a proof. */
export interface ConsentRow {
  id: string
  executive_id: string
  purpose: 'aadhaar' | 'phone'
  version: string
  given_at: number
  verified_at: number
  /** The privacy notice on the page at that time; null when the caller named none. */
  notice_version: string | null
  /** The language and hashes of what was shown (`server/platform/consent-text-hash.ts`). */
  language: string
  words_sha256: string
  notice_sha256: string | null
}

/** A link to a record. Only the SHA-256 of its token is stored. */
export interface RecordLinkRow {
  hash: string
  record_id: string
}

/** A vacancy. Only `agreed_by` is personal. */
export interface VacancyRow {
  id: string
  /** `VA-…`, part of the page's address. */
  reference: string
  created_at: number
  state: VacancyState
  /** Why the vacancy is closed; empty while it is not. */
  closed_as: VacancyClosing | ''
  closed_at: number | null
  /** The day of the first publication, YYYY-MM-DD; empty before. */
  posted_on: string
  /** The last day for applications, YYYY-MM-DD; may be empty in a draft. */
  open_until: string
  /** Counts changes by staff, so that one made over older data is noticed. */
  version: number
  /** The value of `vacancy_revisions` at the last change. */
  revision: number
  /** When staff last changed the vacancy, or it closed. */
  changed_at: number
  /** How many people were placed. The number stays when they are erased. */
  placed: number
  /** JSON of what staff entered (`contract/fields/vacancy.ts`), without `agreed_by`. */
  content: string
  /** Encrypted: who agreed at the employer; an empty text once that person is erased. */
  agreed_by: string
  /** The enquiry that led to the vacancy; null if there is none or it was erased. */
  enquiry_id: string | null
}

/** Counts changes of vacancies; one row. */
export interface VacancyRevisionRow {
  id: string
  revision: number
}

/** A person considered for a vacancy. */
export interface VacancyCandidateRow {
  id: string
  vacancy_id: string
  application_id: string
  stage: CandidateStage
  /** The reason for a rejection; otherwise empty. */
  reason: RejectionReason | ''
  version: number
  created_at: number
  changed_at: number
}

/** A request of staff for a document. */
export interface DocumentRequestRow {
  id: string
  record_id: string
  asked_at: number
  /** When the person added a document; null before. */
  met_at: number | null
}

/** A reminder that was sent to a person. */
export interface ReminderRow {
  record_id: string
  subject: ReminderSubject
  /** The id of the agreement, mandate or document request concerned. */
  subject_id: string
  /** The number of the reminder for that subject, from 1. */
  number: number
  sent_at: number
}

/** A registration that its person paused, to continue by a link. */
export interface PausedRegistrationRow {
  id: string
  created_at: number
  ends_at: number
  /** SHA-256 of the link's token, which is kept nowhere. */
  hash: string
  /** The verified phone, which receives the code for the link. */
  phone_index: string
  language: string
  /** Encrypted JSON: the verified and typed values. */
  data: string
}

/** An attempt to set up a mandate. The row is inserted before the bank's page is shown. */
export interface MandateRow {
  id: string
  created_at: number
  transaction_id: string
  consumer_id: string
  /** The number of the owner's attempt, unique. */
  attempt_number: number
  /** The session of the visitor who began it. */
  session_id: string
  /** The Aadhaar number that the session had verified; null if the person came by the link of a record. */
  holder_index: string | null
  /** Encrypted, as are the three columns of the account. */
  phone: string
  /** The record whose failed mandate this attempt replaces. */
  retry_of: string | null
  /** The person who owns the mandate. */
  executive_id: string | null
  status: MandateStatus
  account_name: string
  account_no: string
  ifsc_code: string
  max_amount: string
  /** Days, YYYY-MM-DD. The gateway finds the transaction by `asked_on`. */
  debit_start: string
  debit_end: string
  asked_on: string
  response_code: string
  response_message: string
  gateway_id: string
  reg_no: string
  umrn: string
  /** When to ask the gateway again; null when the state is final. */
  poll_at: number | null
  polls: number
  /** When the person was notified of a failure, and staff of a mandate without an owner. */
  failure_notified_at: number | null
  staff_notified_at: number | null
  /** When we ended the mandate at the gateway because its holder has another. */
  ended_at: number | null
  /** When the personal columns were cleared. The rest stays for accounting. */
  wiped_at: number | null
  /** The language of the holder. */
  language: string
}

/** An event of a mandate. Rows are only added. */
export interface MandateEventRow {
  id: string
  mandate_id: string
  at: number
  source: 'visitor' | 'callback' | 'return' | 'asked' | 'clock'
  status: MandateStatus
  /** A keyed hash, by which a repeated event from the same source is stored once. */
  digest: string
  /** Encrypted JSON of the gateway's answer. */
  answer: string
}

/** `annex`: an addition to a signed agreement whose mandate was replaced. */
export type AgreementKind = 'agreement' | 'annex'

/** A person's agreement or an annex: first the form for acceptance, then the signed document. */
export interface AgreementRow {
  id: string
  executive_id: string
  /** 0 for the agreement, from 1 for annexes; unique per person. */
  number: number
  kind: AgreementKind
  /** `AG-…`, unique. The name for people; it gives no access. */
  reference: string
  /** The id in the public address, unique. It gives no other access. */
  address: string
  created_at: number
  /** The mandate in the form. */
  mandate_id: string | null
  /** Encrypted JSON with the content of the form. All columns of the form are null until it exists. */
  facts: string | null
  /** The stored documents. The hashes are those of the plain bytes. */
  form_file: string | null
  form_sha256: string | null
  text_sha256: string | null
  accepted_at: number | null
  /** Encrypted JSON with the proof of acceptance and a salt. The audit log has its digest. */
  acceptance: string | null
  signed_file: string | null
  signed_sha256: string | null
}

/** The server's own signing certificate, shared by all processes. */
export interface SigningKeyRow {
  id: string
  created_at: number
  encrypted: string
}

/** An entry of a record's timeline. Rows are only added, and deleted with their record. */
export interface RecordEventRow {
  id: string
  record_kind: RecordKind
  record_id: string
  at: number
  /** The member of staff; null for the system. */
  staff_id: string | null
  kind: TimelineEntry['kind']
  /** Encrypted JSON. */
  detail: string
}

/** A word in a name or place as 32 bits of a keyed hash. Words can share a hash, so matches are compared. */
export interface SearchTokenRow {
  /** The kind of word, a number of `server/features/records/search-store.ts`. */
  label: number
  token: number
  /** Of the record, so that tokens are sorted by its arrival. */
  created_at: number
  record_id: string
}

/** Filters of a list that a member of staff saved under a name. */
export interface StaffViewRow {
  id: string
  staff_id: string
  created_at: number
  kind: RecordKind
  /** Encrypted, as is the query: a filter may contain a place. */
  name: string
  query: string
}

/** How many visitors reached a step of the registration on a day in India. */
export interface FunnelCountRow {
  day: string
  step: 'started' | 'aadhaar' | 'phone' | 'bank'
  count: number
}

/** A member of staff. Name and address are encrypted. */
export interface StaffRow {
  id: string
  created_at: number
  /** Random bytes (base64url) that identify the person to an authenticator. */
  user_handle: string
  /** Encrypted, as is the e-mail. */
  name: string
  email: string
  email_index: string
  role: StaffRole
  /** Null while the person may sign in. */
  disabled_at: number | null
}

/** A passkey. */
export interface StaffPasskeyRow {
  id: string
  staff_id: string
  created_at: number
  used_at: number | null
  /** Base64url, as is the public key (COSE). */
  credential_id: string
  public_key: string
  /** The authenticator's counter of uses; 0 if it does not count. */
  counter: number
  device_type: 'singleDevice' | 'multiDevice'
  /** 1: synced to other devices. */
  backed_up: number
  /** JSON: how a browser reaches the authenticator. */
  transports: string
  /** Encrypted: the owner's name for the passkey. */
  name: string
  /** The colleague who made the enrolment link; null for a passkey that the person added alone. */
  link_by: string | null
}

/** An unused enrolment link; at most one per person. */
export interface StaffInvitationRow {
  /** SHA-256 of the token, which is kept nowhere. */
  hash: string
  staff_id: string
  created_at: number
  /** The colleague who made the link; null for an ops command. */
  made_by: string | null
}

/** A WebAuthn ceremony that has begun. The row is deleted when it is answered. */
export interface StaffChallengeRow {
  /** SHA-256 of the cookie of the browser that began it. */
  hash: string
  kind: 'enrol' | 'sign-in' | 'step-up' | 'passkey'
  /** Base64url. */
  challenge: string
  /** The member of staff; null at sign-in, where the passkey identifies the person. */
  staff_id: string | null
  /** The hash of the enrolment link concerned. */
  invitation: string | null
  created_at: number
}

export interface StaffSessionRow {
  id: string
  staff_id: string
  /** The passkey that began it; null for one begun by a version that did not write it down. */
  passkey_id: string | null
  /** SHA-256 of the cookie's token, which is kept nowhere. */
  hash: string
  created_at: number
  used_at: number
  /** When a passkey was last used for a step-up. */
  stepped_up_at: number | null
  /** The hash of the replaced token, which still permits reading until that time. */
  earlier_hash: string | null
  earlier_ends_at: number | null
  /** Encrypted: browser and system, by which the owner recognises the session. */
  browser: string
}

/** An address that receives notifications of changes. */
export interface WebhookEndpointRow {
  id: string
  created_at: number
  /** Encrypted, as are the secrets: many such addresses contain a secret. */
  url: string
  /** The selected events, as JSON. */
  events: string
  secret: string
  /** The previous secret, which signs beside the new one for a day. */
  previous_secret: string | null
  rotated_at: number | null
  disabled_at: number | null
  /** Whether staff or an answer of 410 disabled it. */
  disabled_by: 'staff' | 'gone' | null
}

/** One event for one endpoint, with its result. Nothing in it is personal. */
export interface WebhookDeliveryRow {
  /** The `webhook-id`, the same for every attempt. */
  id: string
  /** When the change was made. */
  created_at: number
  endpoint_id: string
  type: WebhookEvent
  kind: RecordKind | 'vacancies'
  record_id: string
  /** The status of the record, state of the vacancy or stage of the person at that time. */
  status: RecordStatus | VacancyState
  state: DeliveryState
  /** How often «send again» restarted it. Jobs of earlier rounds do nothing. */
  round: number
  attempts: number
  attempted_at: number | null
  /** The HTTP status of the last attempt, or the reason why there is none. */
  outcome: string | null
  /** The vacancy at which a person's stage changed; null for other events. */
  vacancy: string | null
}
