import { describe, expect, it } from 'vitest'
import { systemClock, yearInIndia } from './clock.ts'

describe('the year in the footer', () => {
  it.each([
    ['2026-12-31T18:29:59Z', '2026'],
    ['2026-12-31T18:30:00Z', '2027'],
    ['2027-06-01T00:00:00Z', '2027'],
  ])('at %s is %s, as the calendar in India has it', (time, year) => {
    expect(yearInIndia({ now: () => Date.parse(time) })).toBe(year)
  })

  it('is this one', () => {
    expect(yearInIndia(systemClock)).toMatch(/^20\d\d$/)
  })
})
