/** Where a toast waits for the next document. */
export const KEPT_TOAST = 'toast'

/** A toast for the next document: the page that earned it is left. */
export interface LeftToast {
  type: 'success' | 'error'
  message: string
  /** Milliseconds, where the kind's own time is not right. */
  duration?: number | undefined
}

/** What was left, if anything; it is there once. Without a parser, for pages that have room for none. */
export function takeLeftToast(): LeftToast | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_TOAST) ?? 'null')
    sessionStorage.removeItem(KEPT_TOAST)
    return isLeftToast(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isLeftToast(kept: unknown): kept is LeftToast {
  if (typeof kept !== 'object' || kept === null) return false
  const { type, message, duration } = kept as Record<keyof LeftToast, unknown>
  const isTimed = duration === undefined || typeof duration === 'number'
  return (type === 'success' || type === 'error') && typeof message === 'string' && isTimed
}
