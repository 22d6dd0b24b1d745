/**
 * What a provider's simulator remembers, by keys of its own: it survives a restart and is shared by all processes.
 * Of a key only a keyed index is kept.
 */
export interface KeyValueStore<Page> {
  read(key: string): Promise<Page | undefined>
  /** Every page that has not expired, the newest first. */
  list(): Promise<Page[]>
  /**
   * Lets `turn` decide what becomes of a page, and keeps that; when another change came between, `turn` is asked
   * again about what is there then, so it must do nothing but decide.
   */
  change<Result>(key: string, turn: (page: Page | undefined) => Change<Page, Result>): Promise<Result>
}

export interface Change<Page, Result> {
  /** The page as it is from now on; absent, nothing changes. */
  keep?: Page
  /** Milliseconds; a new page without it stays, an old one keeps the end it had. */
  expiresAt?: number
  result: Result
}
