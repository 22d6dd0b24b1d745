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
 * The rows, one interface a table. Times are integer milliseconds, encrypted columns are text
 * (`server/platform/crypto/field-cipher.ts`), so that both engines give the same values.
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

/** A record of any kind, as staff list it, with what its person wrote. */
export interface RecordRow {
  id: string
  kind: RecordKind
  /** What staff name it by; it opens nothing. */
  reference: string
  created_at: number
  status: RecordStatus
  /** Who works on it: the id of one of the staff; empty for nobody. */
  assigned_to: string
  /** Counts changes by staff, so that one made over older data is noticed. */
  version: number
  /** In which the person is written to (`storedLanguage`). */
  language: string
  /** Encrypted JSON: the text of each field of its kind (`contract/fields/records.ts`). */
  personal: string
  /** Keyed hashes by which the records of one person are found, of whatever kind. */
  email_index: string
  phone_index: string
  /** 1 once a link that was mailed to the address was used, 0 before: anybody may have written it. */
  email_proven: number
  /** Keyed hashes that no other record of the kind may have; null where another may. */
  email_claim: string | null
  phone_claim: string | null
  /** The notice that its form showed until it was sent; null when the caller named none. */
  notice_version: string | null
  /** Its language and the hash of its words (`noticeWords`); null where it is not known. */
  notice_language: string | null
  notice_sha256: string | null
  /** Why it looks like a program's work: the rules' names separated by a space; null when it does not. */
  suspect: string | null
  /** Which documents were sent with it: a bit for each (`documentBits` in `server/features/records/store.ts`). */
  documents: number
  /** The id of the one that its owner sent instead, after staff had worked on this one, or `gone` once that one was deleted; empty for none. */
  superseded_by: string
  /** The status of a registered person's mandate, kept here so that lists find it by an index; null until there is one. */
  mandate_status: MandateStatus | null
  /** The sector in which an applicant looks for work, which lists filter by; empty for none. */
  sector: string
  /** When the record last changed: it came, staff worked on it, or its person did. */
  changed_at: number
  /** When something last happened between us and its person: mails, statuses, notes, stages, changes. Its period counts from there. */
  last_contact_at: number
  /** How often its link was replaced. */
  link_number: number
  /** 1: its person wants no reminders. */
  reminders_off: number
  /** When the interview is to which its person was invited last; null without one. */
  interview_at: number | null
}

export interface ApplicationFileRow {
  /** The id under which the storage holds it. */
  id: string
  application_id: string
  /** Which document it is: a field of the form. */
  field: string
  /** Encrypted: the name the visitor's file had. */
  name: string
  kind: string
  /** Stored bytes; a picture is re-encoded, so not those sent. */
  size: number
  scan: 'clean' | 'unscanned' | 'off'
  /** What was found in it that acts once the original is opened: `documentMarks` of the contract, with spaces between. */
  marks: string
  /** Encrypted: the words in it, for the desk; empty of a picture. */
  content: string
}

/** A file on its way into the storage: written before it, gone in the commit that names it. */
export interface PendingFileRow {
  id: string
  created_at: number
}

/** A link by which the owner of an address replaces an application that came in their name; its token as a hash alone. */
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

/** That a digest was sent to staff, or that sending began. */
export interface DigestRow {
  /** The end of the period of the digest; it begins at the end of the one before. */
  until_at: number
}

export interface JobRow {
  id: string
  kind: string
  /** JSON of ids; never a personal value. */
  payload: string
  created_at: number
  /** When the next attempt is due; a worker that claims it adds a lease. */
  run_at: number
  /** Attempts begun so far. */
  attempts: number
  status: 'ready' | 'done' | 'dead'
  /** The kind of the last attempt's failure; null before any. */
  last_failure: string | null
  finished_at: number | null
  /** The request that enqueued it; null where there was none. */
  request_id: string | null
  /** The record that it is about, so that the record's timeline finds it; null where there is none. */
  record_id: string | null
}

/** When scheduled work was last taken up, by whichever process. */
export interface ScheduleRow {
  name: string
  taken_at: number
  /** The run before that one; 0 for none. */
  previous_at: number
}

/** The time that a server saw last, and a jump of the clock until somebody confirms it; one row. */
export interface ClockWatchRow {
  id: string
  seen_at: number
  jumped_from: number | null
  jumped_to: number | null
}

/** What the sandbox keeps under one key: a message that was «sent», or what one of its vendors remembers. */
export interface SandboxEntryRow {
  /** Such as `message` or `mandate`. */
  kind: string
  key_index: string
  /** By what else it is found; empty for nothing. */
  about_index: string
  /** Encrypted JSON. */
  entry: string
  /** Counts changes, so that one made over an older entry is noticed. */
  version: number
  created_at: number
  expires_at: number
}

export interface KeyCheckRow {
  /** `previous` is there while values that the previous key encrypted may be left. */
  id: 'current' | 'previous'
  /** What indices are made from, encrypted with that key, so that only the right one opens it. */
  index_secret: string
  /** When this key became the current one. */
  since: number
}

/** Uses that a rule counts for one key until a time; kept here where they must hold across processes. */
export interface UseCountRow {
  rule: string
  key_index: string
  count: number
  ends_at: number
}

/** One entry of the audit log; nothing in it is personal. */
export interface AuditLogRow {
  /** Rises with each entry; a transaction that came to nothing may leave a gap. */
  seq: number
  at: number
  action: string
  /** `system`, `visitor`, or a keyed hash of who gave a command. */
  actor: string
  /** The id it is about, where it is about one. */
  reference: string | null
  /** JSON of names and counts, its keys in alphabetical order. */
  detail: string
}

/** Which entries of the audit log were deleted with age; one row, made with the first deletion. */
export interface AuditPrunedRow {
  id: string
  /** The newest of them. */
  seq: number
}

/** That a person was erased, so that a backup from before does not bring them back; nothing of it is personal. */
export interface ErasureRow {
  id: string
  at: number
  /** JSON: keyed indices of the Aadhaar numbers verified. */
  identities: string
  /** JSON: ids of what was erased, by table. */
  row_ids: string
  /** JSON: how many rows and files went, by table. */
  counts: string
}

/** What is remembered of a visitor between two requests. */
export interface SessionRow {
  id: string
  created_at: number
  used_at: number
  /** SHA-256 of the token, which is kept nowhere. */
  hash: string
  /** Of the token that this one replaced, and until when that opens the session; null where none does. */
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

/** A code sent by SMS that was not entered yet; at most one of a session for a phone and a purpose. */
export interface OneTimeCodeRow {
  session_id: string
  purpose: string
  phone_index: string
  send_id: string
  /** Keyed, over the session, the purpose, the phone and the code. */
  code_hash: string
  expires_at: number
}

/** That an SMS with a code left, and whether it led to a proof; nothing of whom. */
export interface CodeSendRow {
  id: string
  sent_at: number
  verified_at: number | null
  /** JSON: the counts that it is in, and gives its place back to once it is entered. */
  uses: string
}

/** What a registered person's record has beside those of other kinds. */
export interface ExecutiveRow {
  /** Of the record. */
  id: string
  /** Unique: one registration a person. */
  aadhaar_index: string
  /** The id under which the storage holds the picture, a JPEG. */
  photo_file: string
  /** The mandate that counts; earlier ones name this person too. */
  mandate_id: string
}

/** That a person pressed Verify, after which words, and when that led to a proof. */
export interface ConsentRow {
  id: string
  executive_id: string
  purpose: 'aadhaar' | 'phone'
  version: string
  given_at: number
  verified_at: number
  /** The notice that stood on the page when Verify was pressed; null when the caller named none. */
  notice_version: string | null
  /** Of what was shown (`server/platform/consent-text-hash.ts`). */
  language: string
  words_sha256: string
  notice_sha256: string | null
}

/** A token that opens a record, as its SHA-256 alone. */
export interface RecordLinkRow {
  hash: string
  record_id: string
}

/** A vacancy; nothing of it is personal but who agreed to it. */
export interface VacancyRow {
  id: string
  /** `VA-…`; in the address of its page. */
  reference: string
  created_at: number
  state: VacancyState
  /** Why it is closed; empty until it is. */
  closed_as: VacancyClosing | ''
  closed_at: number | null
  /** The day on which it was published first, YYYY-MM-DD; empty until it was. */
  posted_on: string
  /** The last day on which one may apply, YYYY-MM-DD; empty where a draft has none. */
  open_until: string
  /** Counts changes by staff, so that one made over older data is noticed. */
  version: number
  /** The value of the counter of all vacancies at its last change (`vacancy_revisions`). */
  revision: number
  /** When staff last changed it, or it closed. */
  changed_at: number
  /** How many were placed: it stays when they are erased. */
  placed: number
  /** JSON of what staff wrote (`contract/fields/vacancy.ts`), without who agreed. */
  content: string
  /** Encrypted: who agreed at the employer; the text is empty once that person was erased. */
  agreed_by: string
  /** The enquiry that it came from; null where none is named or it was erased. */
  enquiry_id: string | null
}

/** Counts changes of vacancies; one row. */
export interface VacancyRevisionRow {
  id: string
  revision: number
}

/** A person and a vacancy. */
export interface VacancyCandidateRow {
  id: string
  vacancy_id: string
  application_id: string
  stage: CandidateStage
  /** Why the person was rejected; empty otherwise. */
  reason: RejectionReason | ''
  version: number
  created_at: number
  changed_at: number
}

/** That staff asked a person for a document. */
export interface DocumentRequestRow {
  id: string
  record_id: string
  asked_at: number
  /** When the person added one; null until then. */
  met_at: number | null
}

/** A reminder that went to a person. */
export interface ReminderRow {
  record_id: string
  subject: ReminderSubject
  /** What it is about: the agreement, the mandate or the request for a document. */
  subject_id: string
  /** Its place among the reminders of that subject, from 1 on. */
  number: number
  sent_at: number
}

/** A registration that its person goes on with later, by a link. */
export interface PausedRegistrationRow {
  id: string
  created_at: number
  ends_at: number
  /** SHA-256 of the link's token, which is kept nowhere. */
  hash: string
  /** Of the phone that was verified, to which the code of the link goes. */
  phone_index: string
  language: string
  /** Encrypted JSON: what was verified and what was typed. */
  data: string
}

/** One attempt at a mandate, made before the bank's page is shown. */
export interface MandateRow {
  id: string
  created_at: number
  transaction_id: string
  consumer_id: string
  /** The number of this attempt of its owner, unique. */
  attempt_number: number
  /** The visitor's session that began it. */
  session_id: string
  /** Whose Aadhaar number that session had verified; null when a record's link stood for it. */
  holder_index: string | null
  /** Encrypted, as are the account's three. */
  phone: string
  /** The record whose failed mandate this attempt replaces. */
  retry_of: string | null
  /** Whose mandate it became. */
  executive_id: string | null
  status: MandateStatus
  account_name: string
  account_no: string
  ifsc_code: string
  max_amount: string
  /** Days YYYY-MM-DD; the last is the day the gateway finds it by. */
  debit_start: string
  debit_end: string
  asked_on: string
  response_code: string
  response_message: string
  gateway_id: string
  reg_no: string
  umrn: string
  /** When the gateway is asked again; null when nothing more is expected of it. */
  poll_at: number | null
  polls: number
  /** When the person was notified that it failed, and staff that it belongs to nobody. */
  failure_notified_at: number | null
  staff_notified_at: number | null
  /** When we had it ended at the gateway, for its holder has another. */
  ended_at: number | null
  /** When the personal columns were emptied, which stay empty; the rest stays for accounting. */
  wiped_at: number | null
  /** In which its holder reads. */
  language: string
}

/** An event of a mandate; rows are added and never changed. */
export interface MandateEventRow {
  id: string
  mandate_id: string
  at: number
  source: 'visitor' | 'callback' | 'return' | 'asked' | 'clock'
  status: MandateStatus
  /** A keyed hash of the event: the same from the same source is stored once. */
  digest: string
  /** Encrypted JSON of the gateway's answer. */
  answer: string
}

/** `annex`: to a signed agreement whose mandate was replaced. */
export type AgreementKind = 'agreement' | 'annex'

/** A person's agreement, or an annex to it: the form that awaits acceptance, then the signed document. */
export interface AgreementRow {
  id: string
  executive_id: string
  /** 0 for the agreement, from 1 on for annexes: unique with the person. */
  number: number
  kind: AgreementKind
  /** What people call it by, unique: `AG-…`. It opens nothing. */
  reference: string
  /** Unique: the id in its public address, which opens nothing else. */
  address: string
  created_at: number
  /** The mandate that the form names. */
  mandate_id: string | null
  /** Encrypted JSON of what the form was made from; null, as are the form's others, until it is drawn up. */
  facts: string | null
  /** The ids under which the storage holds the documents; their hashes are those of the clear bytes. */
  form_file: string | null
  form_sha256: string | null
  text_sha256: string | null
  accepted_at: number | null
  /** Encrypted JSON of what proves the acceptance, with a salt; the audit log has its digest. */
  acceptance: string | null
  signed_file: string | null
  signed_sha256: string | null
}

/** The certificate that the sandbox encrypts with, made once and shared by all processes. */
export interface SigningKeyRow {
  id: string
  created_at: number
  encrypted: string
}

/** Something that happened to a record at the desk; rows are added, and go with their record. */
export interface RecordEventRow {
  id: string
  record_kind: RecordKind
  record_id: string
  at: number
  /** Who at the desk; null for the system. */
  staff_id: string | null
  kind: TimelineEntry['kind']
  /** Encrypted JSON. */
  detail: string
}

/**
 * That a record's name or place has a word; 32 bits of a keyed hash, so that several words share one and what is found is
 * decrypted and compared.
 */
export interface SearchTokenRow {
  /** What was hashed: a number of `server/features/records/search-store.ts`. */
  label: number
  token: number
  /** Of the record, so that tokens lie in the order of arrival. */
  created_at: number
  record_id: string
}

/** A list's filters that one of the staff keeps under a name. */
export interface StaffViewRow {
  id: string
  staff_id: string
  created_at: number
  kind: RecordKind
  /** Encrypted, as is the query: a filter may name a place. */
  name: string
  query: string
}

/** How many visitors took a step of the registration on a day in India; nothing of whom. */
export interface FunnelCountRow {
  day: string
  step: 'started' | 'aadhaar' | 'phone' | 'bank'
  count: number
}

/** Somebody who works at the desk; there is no name and no address of them in the clear. */
export interface StaffRow {
  id: string
  created_at: number
  /** Random bytes (base64url) by which an authenticator knows the person. */
  user_handle: string
  /** Encrypted, as is the e-mail. */
  name: string
  email: string
  email_index: string
  role: StaffRole
  /** Null while the person may sign in. */
  disabled_at: number | null
}

/** A passkey as its authenticator registered it. */
export interface StaffPasskeyRow {
  id: string
  staff_id: string
  created_at: number
  used_at: number | null
  /** Base64url, as is the public key (COSE). */
  credential_id: string
  public_key: string
  /** Uses that the authenticator counts; 0 for one that does not count. */
  counter: number
  device_type: 'singleDevice' | 'multiDevice'
  /** 1: copied to other devices. */
  backed_up: number
  /** JSON: how a browser reaches it. */
  transports: string
  /** Encrypted: what its owner calls it. */
  name: string
  /** The colleague whose enrolment link it was created with; null for a passkey of the person’s own making. */
  link_by: string | null
}

/** An enrolment link that was not used yet; at most one of a person. */
export interface StaffInvitationRow {
  /** SHA-256 of the token, which is kept nowhere. */
  hash: string
  staff_id: string
  created_at: number
  /** The colleague who made it; null where the operator’s tool did. */
  made_by: string | null
}

/** A ceremony that has begun; gone when it is answered. */
export interface StaffChallengeRow {
  /** SHA-256 of the cookie of the browser that began it. */
  hash: string
  kind: 'enrol' | 'sign-in' | 'step-up' | 'passkey'
  /** Base64url. */
  challenge: string
  /** Whose; null at sign-in, where the passkey says it. */
  staff_id: string | null
  /** The hash of the enrolment link that it is about. */
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
  /** The token before the last rotation, which still reads until that time. */
  earlier_hash: string | null
  earlier_ends_at: number | null
  /** Encrypted: browser and system, for its owner to tell one session from another. */
  browser: string
}

/** An address that is told of changes. */
export interface WebhookEndpointRow {
  id: string
  created_at: number
  /** Encrypted, as are the secrets: many such addresses hold a secret of their own. */
  url: string
  /** The events it is told of, as JSON. */
  events: string
  secret: string
  /** The secret before the last rotation; it signs beside the new one for a day. */
  previous_secret: string | null
  rotated_at: number | null
  disabled_at: number | null
  /** Whether staff disabled it, or its own answer 410. */
  disabled_by: 'staff' | 'gone' | null
}

/** One event for one endpoint, with what became of it; nothing in it is personal. */
export interface WebhookDeliveryRow {
  /** The `webhook-id`, the same at every attempt. */
  id: string
  /** When the change was made. */
  created_at: number
  endpoint_id: string
  type: WebhookEvent
  kind: RecordKind | 'vacancies'
  record_id: string
  /** The status of the record, the state of the vacancy or the stage of the person at one, at that time. */
  status: RecordStatus | VacancyState
  state: DeliveryState
  /** How often it was begun anew by «send again»; jobs of an earlier round do nothing. */
  round: number
  attempts: number
  attempted_at: number | null
  /** The last attempt's HTTP status, or why there is none, in our words. */
  outcome: string | null
  /** The reference of the vacancy at which a person's stage changed; null of other events. */
  vacancy: string | null
}
