import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { AgreementEventRow, AgreementRow, SigningKeyRow } from './agreement-rows.ts'
import type { AuditEndsRow, AuditLogRow, ErasureRow } from './audit-rows.ts'
import type {
  CodeSendRow,
  OneTimeCodeRow,
  PhoneTriesRow,
  SessionPhotoRow,
  SessionRow,
  SessionTokenRow,
  UseCountRow,
} from './visitor-rows.ts'

/**
 * The rows, one interface a table. Times are integer milliseconds, encrypted columns are text
 * (`server/platform/crypto/field-cipher.ts`), so that both engines give the same values.
 */
export interface Database {
  enquiries: EnquiryRow
  applications: ApplicationRow
  application_files: ApplicationFileRow
  pending_files: PendingFileRow
  sessions: SessionRow
  session_tokens: SessionTokenRow
  session_photos: SessionPhotoRow
  one_time_codes: OneTimeCodeRow
  phone_tries: PhoneTriesRow
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
  agreement_events: AgreementEventRow
  seal_keys: SigningKeyRow
  jobs: JobRow
  schedules: ScheduleRow
  sandbox_messages: SandboxMessageRow
  sandbox_books: SandboxBookRow
  key_check: KeyCheckRow
  audit_log: AuditLogRow
  audit_ends: AuditEndsRow
  erasures: ErasureRow
}

export interface EnquiryRow {
  id: string
  created_at: number
  /** Encrypted, as are e-mail, phone and enquiry. */
  name: string
  email: string
  email_index: string
  phone: string
  phone_index: string
  enquiry: string
  /** Why it looks like a program's work: the rules' names separated by a space; null when it does not. */
  suspect: string | null
  /** The notice that its form showed until it was sent; null when the caller named none. */
  notice_version: string | null
}

export interface ApplicationRow {
  id: string
  created_at: number
  /** Encrypted, as are e-mail, phone, date of birth and address. */
  full_name: string
  email: string
  /** Unique: one application a person. */
  email_index: string
  phone: string
  phone_index: string
  date_of_birth: string
  address: string
  /** The notice that its form showed until it was sent; null when the caller named none. */
  notice_version: string | null
}

export interface ApplicationFileRow {
  /** The id under which the storage holds it. */
  id: string
  application_id: string
  /** Which paper it is: a field of the form. */
  field: string
  /** Encrypted: the name the visitor's file had. */
  name: string
  kind: string
  /** Bytes as kept; a picture is drawn anew, so not those sent. */
  size: number
  scan: 'clean' | 'unscanned' | 'off'
}

/** A file on its way into the storage: written before it, gone in the commit that names it. */
export interface PendingFileRow {
  id: string
  created_at: number
}

/** A registered person; everything of them is encrypted but the indices. */
/** A link by which the owner of an address replaces an application that came in their name; its token as a hash alone. */
export interface ApplicationLinkRow {
  id: string
  created_at: number
  email: string
  email_index: string
  hash: string
  mailed_at: number
  used_at: number | null
}

/** A token that opens a record, as its SHA-256 alone. */
export interface RecordLinkRow {
  hash: string
  executive_id: string
}

export interface ExecutiveRow {
  id: string
  /** What staff name the record by; it opens nothing. Null until a record of an earlier version was given one. */
  reference: string | null
  /** How often the link was replaced. */
  link_number: number
  created_at: number
  /** Unique, as is the phone's: one registration a person. */
  aadhaar_index: string
  aadhaar_last_four: string
  name: string
  email: string
  email_index: string
  phone: string
  phone_index: string
  gender: string
  dob: string
  address: string
  city: string
  state: string
  country: string
  pincode: string
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
}

/** That staff were told how things stand, or that the telling began. */
export interface DigestRow {
  /** Until when the digest tells; from when is the row before's. */
  until_at: number
}

/** One try at a mandate, made before the bank is shown. */
export interface MandateRow {
  id: string
  created_at: number
  transaction_id: string
  consumer_id: string
  /** The how manieth try of its owner it is, which no other of theirs is; null of those from before there was a number. */
  try_number: number | null
  /** The visitor's session that asked for it. */
  session_id: string
  /** Whose Aadhaar number that session had verified; null when a record's link stood for it. */
  holder_index: string | null
  /** Encrypted, as are the account's three. */
  phone: string
  /** The record whose mandate failed, when this is a try to mend that. */
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
  ask_at: number | null
  asks: number
  /** When the person was told that it failed, and staff that it stands without a person. */
  failure_told_at: number | null
  staff_told_at: number | null
  /** When we had it ended at the gateway, for its holder has another. */
  ended_at: number | null
  /** When the personal columns were emptied, of which nothing may be learnt again; the rest stays as books. */
  wiped_at: number | null
}

/** Something that was learnt of a mandate; rows are added and never changed. */
export interface MandateEventRow {
  id: string
  mandate_id: string
  at: number
  source: 'visitor' | 'callback' | 'return' | 'asked' | 'clock'
  status: MandateStatus
  /** Keyed, of what was learnt: the same from the same source stands once. */
  digest: string
  /** Encrypted JSON of the gateway's answer. */
  answer: string
}

export interface JobRow {
  id: string
  kind: string
  /** JSON of ids; never a personal value. */
  payload: string
  created_at: number
  /** When it may be tried (again); a worker that claims it moves this a lease on. */
  run_at: number
  /** Tries begun so far. */
  attempts: number
  status: 'ready' | 'done' | 'dead'
  /** What kind of failure the last try met, in our words; null before any. */
  last_failure: string | null
  finished_at: number | null
  /** The request that asked for it, and the `traceparent` of its span; null where there was none. */
  request_id: string | null
  traceparent: string | null
}

/** When scheduled work was last taken up, by whichever process. */
export interface ScheduleRow {
  name: string
  taken_at: number
}

export interface SandboxMessageRow {
  id: string
  at: number
  channel: 'sms' | 'email'
  to_index: string
  /** Encrypted JSON of the whole message. */
  message: string
}

/** What a provider's simulator remembers under one key. */
export interface SandboxBookRow {
  /** Whose: such as `aadhaar` or `mandate`. */
  kind: string
  key_index: string
  /** Encrypted JSON. */
  page: string
  /** Counts changes, so that one made over an older page is noticed. */
  version: number
  created_at: number
  expires_at: number | null
}

export interface KeyCheckRow {
  /** `only` for the key that encrypts; `previous` for the one before it while values that it encrypted may be left. */
  id: string
  /** A value that only the right key opens. */
  sealed: string
  /** Encrypted: what indices are made from. Null in a database from before it, and beside the key before. */
  index_secret: string | null
  /** When this key became the one; null where that was not noted. */
  since: number | null
}
