import type { StaffRole } from '#contract/schemas/staff-access.ts'

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
