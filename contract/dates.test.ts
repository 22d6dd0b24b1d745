import { describe, expect, it } from 'vitest'
import { debitPeriod, indianMoment, lateBefore, todayInIndia } from './dates.ts'

describe('a day, independent of the browser’s locale', () => {
  it.each([
    ['2026-11-22T18:29:59Z', '2026-11-22'],
    ['2026-11-22T18:30:00Z', '2026-11-23'],
    ['2026-12-31T23:59:59Z', '2027-01-01'],
  ])('at %s the day in India is %s', (at, day) => {
    expect(todayInIndia(Date.parse(at))).toBe(day)
  })

  it.each([
    // Two working days after Friday 27 November have passed on Tuesday evening.
    ['2026-12-01T18:29:59Z', 2, '2026-11-27'],
    ['2026-12-01T18:30:00Z', 2, '2026-11-30'],
    ['2026-11-29T08:00:00Z', 2, '2026-11-26'],
    ['2026-12-04T08:00:00Z', 1, '2026-12-03'],
    ['2026-12-04T08:00:00Z', 7, '2026-11-25'],
  ])('at %s, where %d working days were promised, what came before %s is late', (at, days, first) => {
    expect(lateBefore(Date.parse(at), days)).toBe(Date.parse(`${first}T00:00:00+05:30`))
  })

  it('of a mandate begins today and ends in forty years less three days', () => {
    const now = Date.parse('2026-11-22T08:00:00Z')
    expect(debitPeriod(now)).toEqual({ start: '2026-11-22', end: '2066-11-19' })
  })
})

it.each([
  ['2026-11-30T11:00', '2026-11-30T05:30:00.000Z'],
  ['2026-11-30T00:15', '2026-11-29T18:45:00.000Z'],
  ['2026-02-30T11:00', undefined],
  ['2026-11-30T25:00', undefined],
  ['2026-11-30', undefined],
  ['Monday, 11:00', undefined],
])('«%s» names the moment %s in India', (written, at) => {
  const found = indianMoment(written)
  expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(at)
})
