const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India is so far before UTC, all year. */
const INDIA_MS = 330 * MINUTE_MS

/** The last time, in milliseconds at or before `now`, that clocks in India showed `at` minutes after midnight. */
export function lastTimeAt(at: number, now: number): number {
  const after = at * MINUTE_MS - INDIA_MS
  return Math.floor((now - after) / DAY_MS) * DAY_MS + after
}
