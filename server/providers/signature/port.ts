/** A document with its seal on it. */
export interface SealedDocument {
  pdf: Uint8Array
  /** Lower-case hexadecimal SHA-256 of the certificate it was sealed with: by it the seal is known again. */
  certificate: string
  /** PAdES level: `B-T` has the time from a timestamp authority, `B-B` only from our clock. */
  level: 'B-B' | 'B-T'
}

/** `busy`: too many documents are in work. `broke`: the work was cut off. `timestamp`: the authority gave no time. */
export type SealFault = 'busy' | 'broke' | 'timestamp'
export type Sealed = { ok: true; sealed: SealedDocument } | { ok: false; fault: SealFault }

/**
 * `unsealed`: there is no seal. `changed`: a byte under the seal is another one. `continued`: something was added
 * behind what was sealed.
 */
export type SealDoubt = 'unsealed' | 'changed' | 'continued'
export type SealVerdict =
  | { whole: true; certificate: string; /** What the certificate calls its owner. */ owner: string }
  | { whole: false; doubt: SealDoubt }

/**
 * Seals documents so that any reader sees a later change. The seal is the agency's own; a licensed provider of the
 * person's eSign is another adapter of it, which sends the document away and gets it back signed.
 */
export interface SealPort {
  /** `at` in milliseconds, the time that the seal claims. Throws only for faults of ours. */
  seal(pdf: Uint8Array, at: number): Promise<Sealed>
  /** Whether the document is exactly what was sealed; by whom is for the caller to compare. */
  verify(pdf: Uint8Array): Promise<SealVerdict>
}

/** The key that seals and its certificate, as certificate authorities hand them out. */
export interface SealKey {
  /** PKCS#12. */
  p12: Uint8Array
  password: string
}
