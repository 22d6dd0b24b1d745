import type { DocumentMark } from '#contract/schemas/documents.ts'

/** Why a file is refused; the sentences are `fileMessages` of the contract. */
export type FileFault =
  | 'empty'
  | 'wrong kind'
  | 'damaged'
  | 'locked'
  | 'macros'
  | 'too large inside'
  | 'too many pixels'

/** What is known of an accepted document. */
export interface Findings {
  /** Active content that was found in the original, in the order of the contract's list. */
  marks: DocumentMark[]
  /** Its text, if any could be read. */
  text: string
}

/** An accepted file: pictures are re-encoded, documents unchanged, with what was found in them. */
export type FileVerdict = { ok: true; bytes: Buffer; findings?: Findings } | { ok: false; fault: FileFault }

/** Why a file is refused; thrown while it is read. */
export class FileRefused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Characters of a document's text that are kept; a CV has a tenth of that. */
export const TEXT_MAX = 200_000

/** Bytes to which a Word file may expand, and how many times its own size; an empty page expands much. */
const MAX_UNFOLDED = 50 * 1024 * 1024
const MAX_RATIO = 100
const ALWAYS = 1024 * 1024

export function mostUnfolded(fileBytes: number): number {
  return Math.min(MAX_UNFOLDED, Math.max(ALWAYS, fileBytes * MAX_RATIO))
}
