import type {
  AgreementRow,
  CodeSendRow,
  ConsentRow,
  ExecutiveRow,
  MandateEventRow,
  MandateRow,
  OneTimeCodeRow,
  RecordLinkRow,
  SessionPhotoRow,
  SessionRow,
  SigningKeyRow,
} from './onboarding-rows.ts'
import type {
  StaffChallengeRow,
  StaffInvitationRow,
  StaffPasskeyRow,
  StaffRow,
  StaffSessionRow,
} from './staff-rows.ts'
import type { FunnelCountRow, RecordEventRow, SearchTokenRow, StaffViewRow } from './record-rows.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './webhook-rows.ts'

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
  seal_keys: SigningKeyRow
  jobs: JobRow
  schedules: ScheduleRow
  clock_watch: ClockWatchRow
  sandbox_entries: SandboxEntryRow
  key_check: KeyCheckRow
  audit_log: AuditLogRow
  audit_ends: AuditEndsRow
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
  email_index: string
  phone_index: string
  /** The same indices where no other record of the kind may have them; null where another may. */
  email_claim: string | null
  phone_claim: string | null
  /** The notice that its form showed until it was sent; null when the caller named none. */
  notice_version: string | null
  /** Its language and the hash of its words (`noticeWords`); null where it is not known. */
  notice_language: string | null
  notice_sha256: string | null
  /** Why it looks like a program's work: the rules' names separated by a space; null when it does not. */
  suspect: string | null
  /** Which documents were sent with it: a bit for each (`documentBits` in `server/platform/records/store.ts`). */
  documents: number
  /** The id of the one that its owner sent instead, after staff had worked on this one, or `gone` once that one was deleted; empty for none. */
  superseded_by: string
  /** The status of a registered person's mandate, kept here so that lists find it by an index; null until there is one. */
  mandate_status: MandateStatus | null
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
  /** The request that enqueued it, and the `traceparent` of its span; null where there was none. */
  request_id: string | null
  traceparent: string | null
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

/** One entry of the hash-chained log; nothing in it is personal. */
export interface AuditLogRow {
  /** From 1 on, without gaps. */
  seq: number
  at: number
  action: string
  /** `system`, `visitor`, or a keyed hash of who gave a command. */
  actor: string
  /** The id it is about, where it is about one. */
  reference: string | null
  /** JSON of names and counts, its keys in alphabetical order. */
  detail: string
  /** Of the entry before; empty in the first. */
  previous_hash: string
  /** SHA-256 in hex over the other columns (`server/platform/audit/log.ts`). */
  hash: string
}

/** Where the log ends at both sides; one row, made with the first entry. */
export interface AuditEndsRow {
  id: string
  last_seq: number
  last_hash: string
  /** The newest entry that is past its time and gone, and its hash, from which the rest goes on; 0 and empty: none. */
  pruned_seq: number
  pruned_hash: string
  /** The newest entry that was verified with all before it, and its hash; 0 and empty: none. */
  verified_seq: number
  verified_hash: string
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
