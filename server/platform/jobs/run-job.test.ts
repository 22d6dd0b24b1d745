import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from './run-job.ts'

const HOUR_MS = 3_600_000

describe('the wait before the next attempt', () => {
  it.each([
    [1, 500, 1000],
    [2, 1000, 2000],
    [3, 2000, 4000],
    [12, 1_024_000, 2_048_000],
    [13, HOUR_MS / 2, HOUR_MS],
    [2000, HOUR_MS / 2, HOUR_MS],
  ])('after %i failures is from %i to %i ms', (attempts, least, most) => {
    expect(backoffMs(attempts, 0)).toBe(least)
    expect(backoffMs(attempts, 1 - Number.EPSILON)).toBe(most)
  })

  it('is a whole number of milliseconds within the hour, spread over half of it', () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, random) => {
          const wait = backoffMs(attempts, random)
          expect(Number.isInteger(wait)).toBe(true)
          expect(wait).toBeGreaterThanOrEqual(500)
          expect(wait).toBeLessThanOrEqual(HOUR_MS)
          expect(wait).toBeGreaterThanOrEqual(backoffMs(attempts, 0))
        },
      ),
    )
  })

  it('lets thirty attempts reach over half a day', () => {
    const waits = Array.from({ length: 29 }, (_, index) => backoffMs(index + 1, 0))
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(8 * HOUR_MS)
  })
})
