import type { JobKind } from './job.ts'

const FIRST_MS = 1000
const LONGEST_MS = 60 * 60 * 1000

/** Milliseconds until the attempt after `attempts` failed ones: the kind's own delay, or one that doubles. */
export function retryDelay({ delaysMs }: JobKind, attempts: number): number {
  return delaysMs?.[attempts - 1] ?? backoffMs(attempts, Math.random())
}

/**
 * A delay that doubles from a second up to an hour, spread over the upper half so that what failed together does not
 * return together. `random` is in [0, 1).
 */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1))
  return Math.round(whole * (0.5 + random / 2))
}
