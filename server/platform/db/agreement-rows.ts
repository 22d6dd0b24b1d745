/** A person's agreement: the form that awaits acceptance, then the signed document. */
export interface AgreementRow {
  executive_id: string
  created_at: number
  /** Unique: the id in its public address, which opens nothing but itself; null until it is first asked for. */
  address: string | null
  /** Encrypted JSON of what the form was made from; null, as are the form's others, until it is drawn up. */
  facts: string | null
  /** The ids under which the storage holds the documents; their hashes are those of the clear bytes. */
  form_file: string | null
  form_sha256: string | null
  text_sha256: string | null
  accepted_at: number | null
  signed_file: string | null
  signed_sha256: string | null
  /** How many events there are, and the last one's hash. */
  chain_length: number
  chain_head: string
}

/** Something that happened to an agreement; rows are added and never changed. */
export interface AgreementEventRow {
  executive_id: string
  /** From 1 on. */
  number: number
  at: number
  /** Encrypted JSON with a salt. */
  event: string
  /** SHA-256 over this entry and the hash of the one before. */
  hash: string
}

/** The certificate that the sandbox encrypts with, made once and shared by all processes. */
export interface SigningKeyRow {
  id: string
  created_at: number
  sealed: string
}
