/** Rows of what lasts hours: visitors' sessions, codes on their way, and the counts that limits rest on. */

/** What is remembered of a visitor between two requests. */
export interface SessionRow {
  id: string
  created_at: number
  used_at: number
  /** Counts changes, so that one made over older data is noticed. */
  version: number
  /** Encrypted JSON. */
  data: string
}

/** A cookie's token that opens a session. */
export interface SessionTokenRow {
  /** SHA-256 of the token, which is kept nowhere. */
  hash: string
  session_id: string
  /** Null until another has taken its place. */
  ends_at: number | null
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

/** Codes tried for a phone since the last right one, whoever tried and however many were sent. */
export interface PhoneTriesRow {
  purpose: string
  phone_index: string
  hour_tries: number
  hour_ends_at: number
  day_tries: number
  day_ends_at: number
}

/** Uses that a rule counts for one key until a time; kept here where they must hold across processes. */
export interface UseCountRow {
  rule: string
  key_index: string
  count: number
  ends_at: number
}

/** That an SMS with a code left, and whether it led to a proof; nothing of whom. */
export interface CodeSendRow {
  id: string
  sent_at: number
  verified_at: number | null
}
