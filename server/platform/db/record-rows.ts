import type { RecordKind, TimelineEntry } from '#contract/schemas/staff-records.ts'

/** Something that happened to a record at the desk; rows are added, and go with their record. */
export interface RecordEventRow {
  id: string
  record_kind: RecordKind
  record_id: string
  at: number
  /** Who at the desk; null for the system. */
  staff_id: string | null
  kind: TimelineEntry['kind']
  /** Encrypted JSON. */
  detail: string
}

/**
 * That a record's name or place has a word; 32 bits of a keyed hash, so that several words share one and what is found is
 * decrypted and compared.
 */
export interface SearchTokenRow {
  /** What was hashed: a number of `server/platform/records/search-tokens.ts`. */
  label: number
  token: number
  /** Of the record, so that tokens lie in the order of arrival. */
  created_at: number
  record_id: string
}

/** A list's filters that one of the staff keeps under a name. */
export interface StaffViewRow {
  id: string
  staff_id: string
  created_at: number
  kind: RecordKind
  /** Encrypted, as is the query: a filter may name a place. */
  name: string
  query: string
}

/** How many visitors took a step of the registration on a day in India; nothing of whom. */
export interface FunnelCountRow {
  day: string
  step: 'started' | 'aadhaar' | 'phone' | 'bank'
  count: number
}
