// Kept until the tab is closed. Missing storage or room is no error, since the page works without.

/** Returns what was stored under a key, if it fits the schema. */
export function readStored<T>(key: string, schema: { parse(value: unknown): T }): T | undefined {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

/** Returns whether the browser has stored it. */
export function store(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export type Texts = Record<string, string>

const texts = {
  parse(kept: unknown): Texts {
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
    return Object.fromEntries(Object.entries(Object(kept)).filter(isText))
  },
}

/** Returns what was typed into a form, by field. */
export function readTexts(key: string): Texts | undefined {
  return readStored(key, texts)
}

/** Stores nothing for an empty form. */
export function storeTexts(key: string, typed: Texts): boolean {
  if (Object.values(typed).some(Boolean)) return store(key, typed)
  forget(key)
  return true
}

export function forget(...keys: string[]): void {
  try {
    for (const key of keys) sessionStorage.removeItem(key)
  } catch {
    // The browser has no storage.
  }
}
