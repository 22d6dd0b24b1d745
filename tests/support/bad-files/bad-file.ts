import type { FileKind } from '#contract/schemas/documents.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'

/** A file that must be refused, made when it is asked for: nothing of the kind lies in the repository. */
export interface BadFile {
  name: string
  /** What its ending claims. */
  kind: FileKind
  fault: FileFault
  bytes(): Buffer | Promise<Buffer>
}

/** The first half of it. */
export function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

/** A PDF that must be refused. */
export function badPdf(name: string, fault: FileFault, bytes: () => Buffer): BadFile {
  return { name: `pdf: ${name}`, kind: 'pdf', fault, bytes }
}

export function badDocx(name: string, fault: FileFault, bytes: BadFile['bytes']): BadFile {
  return { name: `docx: ${name}`, kind: 'docx', fault, bytes }
}
