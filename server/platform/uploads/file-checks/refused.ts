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

/** What is known of a document that is taken. */
export interface Findings {
  /** What was found in it that could act once its original is opened, in the order of the contract's list. */
  marks: DocumentMark[]
  /** The words in it; empty where there are none, or none could be read. */
  text: string
}

/** A file fit to be kept: pictures come back re-encoded, documents unchanged and with what was found in them. */
export type FileVerdict = { ok: true; bytes: Buffer; findings?: Findings } | { ok: false; fault: FileFault }

/** Why a file is refused, thrown out of the depth of reading it. */
export class FileRefused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Characters of a document's text that are kept: a CV has a tenth of it. */
export const TEXT_MAX = 200_000

/** Bytes that a Word file may unfold to, and how often its own size; a page of blanks is small and honest. */
const MAX_UNFOLDED = 50 * 1024 * 1024
const MAX_RATIO = 100
const ALWAYS = 1024 * 1024

export function mostUnfolded(fileBytes: number): number {
  return Math.min(MAX_UNFOLDED, Math.max(ALWAYS, fileBytes * MAX_RATIO))
}
