/**
 * Whether an address behind a link is one of the web, of mail or of a telephone. One that begins with `www.` names no
 * scheme, as people type it; spaces and control characters, which readers drop, hide none.
 */
export function isSafeAddress(address: string): boolean {
  const shown = address.replaceAll(/[\0-\x20]/g, '')
  return /^(?:https?:\/\/|mailto:|tel:\+?[\d().-]+$|www\.|#|$)/i.test(shown)
}
