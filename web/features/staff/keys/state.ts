import type { RecordRow } from '#contract/schemas/staff-records.ts'

/** The record that a key or a command is about, as it was shown, so that nobody else's change is overridden. */
export type Subject = Pick<RecordRow, 'reference' | 'name' | 'status' | 'assignedTo' | 'version'>

/** The keys of one letter, and the commands. */
export const singleKeys = ['j', 'k', 'o', 'd', 'e', 'i', '?'] as const
export type Key = (typeof singleKeys)[number] | 'commands'

/** The dialog that a key opens. */
export type Dialog = { is: 'help' } | { is: 'commands'; about: Subject | undefined; only: boolean }

/** What had the focus last on the screen: a button beside it takes it away. */
export const focus: { last: Element | undefined } = { last: undefined }

const OFF = 'desk-single-keys-off'

/** Whether keys of one letter do anything in this browser: who speaks to it may have them go off by accident (WCAG 2.1.4). */
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
    // A browser that keeps nothing leaves them on.
  }
}
