/** Counts what happens, for the metrics; every word is one of ours, never a visitor's. */
export interface Counters {
  /** A limit turned somebody away; the name is its rule's. */
  limitRefused(limit: string): void
  /** A one-time code left; the purpose says what it proves. */
  codeSent(purpose: string): void
  codeVerified(purpose: string): void
}
