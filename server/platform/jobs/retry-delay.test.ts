import { describe, expect, it } from 'vitest'
import { backoffMs } from './retry-delay.ts'

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

  it('is a whole number of milliseconds', () => {
    expect(backoffMs(1, 1 / 3)).toBe(667)
  })

  it('lets thirty attempts reach over half a day', () => {
    const waits = Array.from({ length: 29 }, (_, index) => backoffMs(index + 1, 0))
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(8 * HOUR_MS)
  })
})
