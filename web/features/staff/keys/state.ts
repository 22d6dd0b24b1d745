import type { RecordRow } from '#contract/schemas/staff-records.ts'

/** The record of a key or a command, as it was shown, so that no other change is overwritten. */
export type Subject = Pick<RecordRow, 'reference' | 'name' | 'status' | 'assignedTo' | 'version'>

/** The keys of one letter, and the commands. */
export const singleKeys = ['j', 'k', 'o', 'd', 'e', 'i', '?'] as const
export type Key = (typeof singleKeys)[number] | 'commands'

/** The dialog that a key opens. */
export type Dialog = { is: 'help' } | { is: 'commands'; about: Subject | undefined; only: boolean }

/** The element that had the focus last on the screen; pressing a button beside it removes the focus. */
export const focus: { last: Element | undefined } = { last: undefined }

const OFF = 'desk-single-keys-off'

/** Returns whether keys of one letter act in this browser; speech input may trigger them by accident (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // A browser without storage leaves them on.
  }
}
