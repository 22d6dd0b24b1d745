import { todayInIndia } from '#contract/dates.ts'

/** The server's time; passed in, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number
}

/** Milliseconds by which the clocks of several machines may differ; a later timestamp comes from a wrong clock. */
export const CLOCK_SLACK_MS = 60_000

export const systemClock: Clock = { now: () => Date.now() }

/** Returns the calendar year in India, four digits. */
export function yearInIndia(clock: Clock): string {
  return todayInIndia(clock.now()).slice(0, 4)
}
