import type * as z from 'zod/mini'

// Kept until the tab is closed. A browser that keeps nothing, or has no room, is no error: the page works without.

/** What was stored under a key, if it has that shape. */
export function readStored<T>(key: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

/** Answers whether the browser has stored it. */
export function store(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forget(...keys: string[]): void {
  try {
    for (const key of keys) sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored where nothing can be.
  }
}
