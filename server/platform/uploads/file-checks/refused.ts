import type { FileFault } from './check-file.ts'

/** Why a file is refused, thrown out of the depth of reading it. */
export class FileRefused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Unfolded bytes of a whole file, and their ratio to packed ones, beyond which it is no ordinary one (trust.md T16). */
const MAX_UNFOLDED = 50 * 1024 * 1024
const MAX_RATIO = 100
/** What even the smallest file may unfold to: a page of blanks is small and honest. */
const ALWAYS = 1024 * 1024

/** How much more a file may unfold to. */
export interface Budget {
  left(): number
  /** Throws `Refused` when there is not as much left. */
  spend(bytes: number): void
}

export function createBudget(fileBytes: number): Budget {
  let left = Math.min(MAX_UNFOLDED, Math.max(ALWAYS, fileBytes * MAX_RATIO))
  return {
    left: () => left,
    spend(bytes) {
      left -= bytes
      if (left < 0) throw new FileRefused('damaged')
    },
  }
}

/**
 * Whether an address behind a link is one of the web, of mail or of a telephone. One that begins with `www.` names no
 * scheme, as people type it; spaces and control characters, which readers drop, hide none.
 */
export function isSafeAddress(address: string): boolean {
  const shown = address.replaceAll(/[\0-\x20]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:\+?[\d().-]+$|www\.|#|$)/i.test(shown)
}
