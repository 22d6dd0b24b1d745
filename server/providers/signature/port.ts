export interface SignedDocument {
  pdf: Uint8Array
  /** Lower-case hexadecimal SHA-256 of the signing certificate. */
  certificate: string
  /** PAdES level: `B-T` has its time from a timestamp authority, `B-B` from our clock. */
  level: 'B-B' | 'B-T'
}

/** `busy`: the queue is full. `broke`: the worker was stopped. `timestamp`: the authority gave no valid time. */
export type SignatureError = 'busy' | 'broke' | 'timestamp'
export type Signed = { ok: true; signed: SignedDocument } | { ok: false; fault: SignatureError }

/** `unsigned`: there is no signature. `changed`: signed bytes were altered. `continued`: bytes follow the signed part. */
export type SignatureDoubt = 'unsigned' | 'changed' | 'continued'
export type SignatureVerdict =
  | { whole: true; certificate: string; /** The owner's name in the certificate. */ owner: string }
  | { whole: false; doubt: SignatureDoubt }

/** Signs documents with the agency's certificate, so that any PDF reader detects a later change. */
export interface SignaturePort {
  /** `at`, in milliseconds, is the time that the signature states. Throws only for our own faults. */
  sign(pdf: Uint8Array, at: number): Promise<Signed>
  /** Checks that the document is exactly what was signed. The caller compares the certificate. */
  verify(pdf: Uint8Array): Promise<SignatureVerdict>
}

/** A signing key with its certificate, as certificate authorities issue them. */
export interface SigningKey {
  /** PKCS#12. */
  p12: Uint8Array
  password: string
}
