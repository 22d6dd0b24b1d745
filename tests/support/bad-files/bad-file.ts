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

export function bad(kind: FileKind, fault: FileFault, name: string, bytes: BadFile['bytes']): BadFile {
  return { name: `${kind}: ${name}`, kind, fault, bytes }
}

/** The lines of a table that is written as text. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The first half of it. */
export function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

/** How a program for Windows begins. */
export const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')
