/** Rows of what was done with personal data: the log that is only added to, and what is left of whom was erased. */

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
}

/** That a person was erased, so that a backup from before does not bring them back; nothing of it is personal. */
export interface ErasureRow {
  id: string
  at: number
  /** JSON: keyed indices by the column they are of, such as `executives.phone`. */
  identities: string
  /** JSON: ids of what was erased, by table. */
  row_ids: string
  /** JSON: how many rows and files went, by table. */
  counts: string
}
