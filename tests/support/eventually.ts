import { vi } from 'vitest'

/** Asks again and again until it no longer throws; far longer than it takes on a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000, interval: 50 })
}
