import type * as z from 'zod/mini'

/** Stores messages and the state of simulated vendors as JSON. Keys and `about` are used only for lookups. */
export interface SandboxStore {
  /** Returns the entry of a key unless it has expired. */
  read(kind: string, key: string): Promise<{ json: string; version: number } | undefined>
  /** Returns the unexpired entries of a kind, or those with this `about`, newest first. */
  list(kind: string, filter: Filter): Promise<string[]>
  /** Replaces this version, or inserts. Returns false when the version has changed. */
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
  /** The version to replace. */
  version: number | undefined
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Change<Value, Result> {
  /** The new value; if absent, nothing changes. */
  keep?: Value
  result: Result
}

/** Attempts at a change while others change the same value. More would mean a defect. */
const CHANGE_ATTEMPTS = 1000

/** Accesses the entries of one kind. An entry that does not fit `schema` counts as missing. */
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
    /** Stores the value that `decide` returns. It may be called several times, so it must have no side effects. */
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
  /** Milliseconds until an entry expires after its last change. */
  lifeMs: number
  /** Returns a second key for lookups. */
  about?(value: Value): string
}

/** Creates a store in memory, for tests. */
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
