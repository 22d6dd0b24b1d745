/**
 * What a provider's simulator remembers under keys of its own: it survives a restart and all processes share it. Of a key
 * only a keyed index is kept.
 */
export interface KeyValueStore<Value> {
  read(key: string): Promise<Value | undefined>
  /** Every value that has not expired, the newest first. */
  list(): Promise<Value[]>
  /** Keeps what `decide` returns. It may be called several times, when others change the value, so it must only decide. */
  change<Result>(key: string, decide: (value: Value | undefined) => Change<Value, Result>): Promise<Result>
}

export interface Change<Value, Result> {
  /** The new value; absent, nothing changes. */
  keep?: Value
  /** Milliseconds; without it a new value stays, and a changed one keeps its end. */
  expiresAt?: number
  result: Result
}
