/** A document with its signature on it. */
export interface SignedDocument {
  pdf: Uint8Array
  /** Lower-case hexadecimal SHA-256 of the certificate it was signed with: by it the signature is known again. */
  certificate: string
  /** PAdES level: `B-T` has the time from a timestamp authority, `B-B` only from our clock. */
  level: 'B-B' | 'B-T'
}

/** `busy`: too many documents are in work. `broke`: the work was cut off. `timestamp`: the authority gave no time. */
export type SignatureError = 'busy' | 'broke' | 'timestamp'
export type Signed = { ok: true; signed: SignedDocument } | { ok: false; fault: SignatureError }

/**
 * `unsigned`: there is no signature. `changed`: a byte under the signature is another one. `continued`: something was added
 * behind what was signed.
 */
export type SignatureDoubt = 'unsigned' | 'changed' | 'continued'
export type SignatureVerdict =
  | { whole: true; certificate: string; /** What the certificate calls its owner. */ owner: string }
  | { whole: false; doubt: SignatureDoubt }

/**
 * Signs documents so that any reader sees a later change. The signature is the agency's own; a licensed provider of the
 * person's eSign is another adapter of it, which sends the document away and gets it back signed.
 */
export interface SignaturePort {
  /** `at` in milliseconds, the time that the signature claims. Throws only for faults of ours. */
  sign(pdf: Uint8Array, at: number): Promise<Signed>
  /** Whether the document is exactly what was signed; by whom is for the caller to compare. */
  verify(pdf: Uint8Array): Promise<SignatureVerdict>
}

/** The key that signs, and its certificate, as certificate authorities hand them out. */
export interface SigningKey {
  /** PKCS#12. */
  p12: Uint8Array
  password: string
}
