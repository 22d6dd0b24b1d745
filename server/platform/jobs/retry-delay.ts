const BASE_MS = 1000

const CAP_MS = 60 * 60 * 1000

/**
 * Milliseconds until the attempt after `attempts` failed ones: doubling from a second up to an hour, spread over the
 * upper half so that what failed together does not return together. `random` is in [0, 1).
 */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(CAP_MS, BASE_MS * 2 ** Math.max(0, attempts - 1))
  return Math.round(whole * (0.5 + random / 2))
}
