import type { MandateStatus } from '#contract/schemas/mandates.ts'

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
  /** How often the link was replaced. */
  link_number: number
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
  executive_id: string
}

/** One attempt at a mandate, made before the bank's page is shown. */
export interface MandateRow {
  id: string
  created_at: number
  transaction_id: string
  consumer_id: string
  /** The number of this attempt of its owner, unique. */
  try_number: number
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
  ask_at: number | null
  asks: number
  /** When the person was notified that it failed, and staff that it belongs to nobody. */
  failure_told_at: number | null
  staff_told_at: number | null
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
  sealed: string
}
