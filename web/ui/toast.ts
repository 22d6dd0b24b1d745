/** Milliseconds that each kind stays (specification section 4), and that a toast takes to fade. */
export const toastTimes = { success: 2000, error: 4000, other: 4000, fading: 200 } as const

export const toastLooks = {
  success: 'bg-success-strong',
  error: 'bg-error-strong',
} as const

/** The classes of a toast's parts. Its spaces are in pixels: with text at 200 % the words have all the rest. */
export const toastParts = {
  region:
    'pointer-events-none fixed inset-x-0 top-4 z-50 flex flex-col items-center gap-2 px-[16px] print:hidden',
  card: 'pointer-events-auto flex max-w-[min(36rem,100%)] items-center gap-[12px] rounded-card border border-transparent p-[4px] pl-[16px] text-paper transition-[opacity,translate] duration-200 [--focus:var(--paper)] starting:-translate-y-2 starting:opacity-0',
  words: 'min-w-0 py-2 font-medium wrap-anywhere',
  close: 'grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-card',
  icon: 'size-6 shrink-0 max-[20rem]:hidden',
} as const

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
