import type * as z from 'zod/mini'

/**
 * Where the sandbox keeps what was sent and what its vendors remember. Whoever starts the sandbox gives it one; entries are
 * JSON, and of a key or of whom an entry is about a store needs only to find it again.
 */
export interface SandboxStore {
  /** The entry under a key, unless it has expired. */
  read(kind: string, key: string): Promise<{ json: string; version: number } | undefined>
  /** The entries of a kind that have not expired, newest first: all, or those about somebody. */
  list(kind: string, filter: Filter): Promise<string[]>
  /** Writes over the version that was read, or anew without one; false where somebody else was quicker. */
  write(kind: string, key: string, entry: NewEntry): Promise<boolean>
}

interface Filter {
  about?: string | undefined
  limit?: number | undefined
}

export interface NewEntry {
  json: string
  about: string
  /** Milliseconds. */
  expiresAt: number
  /** Of the entry that is replaced. */
  version: number | undefined
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Change<Value, Result> {
  /** The new value; absent, nothing changes. */
  keep?: Value
  result: Result
}

/** Attempts at one change while others change the same value; more mean a fault. */
const CHANGE_ATTEMPTS = 1000

/** The entries of one kind. One that no longer fits `schema` counts as none. */
export function entriesOf<Value>(
  { store, clock }: { store: SandboxStore; clock: Clock },
  kind: string,
  { schema, lifeMs, about = () => '' }: EntryRules<Value>,
) {
  const parse = (json: string) => schema.safeParse(JSON.parse(json)).data
  return {
    async read(key: string): Promise<Value | undefined> {
      const found = await store.read(kind, key)
      return found && parse(found.json)
    },
    async list(filter: Filter = {}): Promise<Value[]> {
      return (await store.list(kind, filter)).flatMap((json) => parse(json) ?? [])
    },
    /** Keeps what `decide` returns; it may be called several times, when others change the value, so it must only decide. */
    async change<Result>(
      key: string,
      decide: (value: Value | undefined) => Change<Value, Result>,
    ): Promise<Result> {
      for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1) {
        const found = await store.read(kind, key)
        const { keep, result } = decide(found && parse(found.json))
        if (keep === undefined) return result
        const entry = { json: JSON.stringify(keep), about: about(keep), expiresAt: clock.now() + lifeMs }
        if (await store.write(kind, key, { ...entry, version: found?.version })) return result
      }
      throw new Error('a stored entry changed on every attempt to write it')
    },
  }
}
export type Entries<Value> = ReturnType<typeof entriesOf<Value>>

interface EntryRules<Value> {
  schema: z.ZodMiniType<Value>
  /** Milliseconds after its last change. */
  lifeMs: number
  /** By what else than its key an entry is found. */
  about?(value: Value): string
}

/** A store that ends with the process, for tests. */
export function memoryStore(clock: Clock): SandboxStore {
  const entries = new Map<string, NewEntry & { kind: string; version: number }>()
  const live = ({ expiresAt }: NewEntry) => expiresAt > clock.now()
  return {
    async read(kind, key) {
      const found = entries.get(`${kind} ${key}`)
      return found && live(found) ? found : undefined
    },
    async list(kind, { about, limit }) {
      const found = [...entries.values()].filter(
        (entry) => entry.kind === kind && live(entry) && (about === undefined || entry.about === about),
      )
      return found
        .reverse()
        .slice(0, limit)
        .map(({ json }) => json)
    },
    async write(kind, key, entry) {
      const at = `${kind} ${key}`
      const found = entries.get(at)
      if ((found && live(found) ? found.version : undefined) !== entry.version) return false
      entries.set(at, { ...entry, kind, version: (entry.version ?? 0) + 1 })
      return true
    },
  }
}
