import { vi } from 'vitest'

/** Repeats until it no longer throws, for far longer than a busy machine needs. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000, interval: 50 })
}
