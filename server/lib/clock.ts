/** The time as the server sees it; handed in, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

const indianYear = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' })

/** The calendar year in India, four digits. */
export function yearInIndia(clock: Clock): string {
  return indianYear.format(clock.now())
}
