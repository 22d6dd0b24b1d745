export const pageErrorMessages = {
  /** In the place of the part that failed. */
  sentence: 'Something went wrong. Please try again.',
  kept: 'What you typed is still here.',
  again: 'Try again',
} as const

const SHOWN_CHARACTERS = 300

/** An error's message without what may be a person's: addresses, digits, letters beyond English, what stands in quotes. */
export function withoutPersonal(message: string): string {
  return message
    .slice(0, SHOWN_CHARACTERS)
    .replaceAll(/\S*@\S*/g, '…@…')
    .replaceAll(/"[^"]*"|“[^”]*”|'[^']*'|`[^`]*`|‘[^’]*’/g, '"…"')
    .replaceAll(/\d/g, '#')
    .replaceAll(/[^\x20-\x7e…]+/g, '?')
}
