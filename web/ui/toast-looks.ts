/** Milliseconds that each kind stays (specification section 4), and that a toast takes to fade. */
export const toastTimes = { success: 2000, error: 4000, other: 4000, fading: 200 } as const

/** The signal colours a shade nearer to the ink, by day and night, for words upon them to have 7:1. */
export const toastLooks = {
  success: 'bg-[color-mix(in_srgb,var(--success)_85%,var(--ink))]',
  error: 'bg-[color-mix(in_srgb,var(--error)_85%,var(--ink))]',
} as const

/** The classes of a toast's parts. */
export const toastParts = {
  region: 'pointer-events-none fixed inset-x-0 top-4 z-50 flex flex-col items-center gap-2 px-4 print:hidden',
  card: 'pointer-events-auto flex max-w-xl items-center gap-3 rounded-card border border-transparent py-1 pr-1 pl-4 text-paper transition duration-200 [--focus:var(--paper)] starting:-translate-y-2 starting:opacity-0',
  words: 'py-2 font-medium',
  close: 'grid size-11 shrink-0 cursor-pointer place-items-center rounded-card',
  closeName: 'Close',
} as const
