import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** How browsers have written 22 November 2026 in en-CA. */
const behaviours = {
  'writes a Canadian date with the year first': '2026-11-22',
  'writes it with the month first (CLDR 42)': '11/22/2026',
  'writes it in other digits': '२०२६-११-२२',
}

describe.each(Object.entries(behaviours))('in a browser that %s', (_, written) => {
  beforeEach(async () => {
    class DateTimeFormat {
      format = () => written
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat })
    vi.spyOn(Date.prototype, 'toLocaleDateString').mockReturnValue(written)
    vi.spyOn(Date.prototype, 'toLocaleString').mockReturnValue(written)
    vi.resetModules()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const dates = () => import('./dates.ts')

  it.each([
    ['2026-11-22T18:29:59Z', '2026-11-22'],
    ['2026-11-22T18:30:00Z', '2026-11-23'],
    ['2026-12-31T23:59:59Z', '2027-01-01'],
  ])('at %s the day in India is %s', async (at, day) => {
    expect((await dates()).todayInIndia(Date.parse(at))).toBe(day)
  })

  it('a mandate runs from today for forty years less three days', async () => {
    const now = Date.parse('2026-11-22T08:00:00Z')
    expect((await dates()).debitPeriod(now)).toEqual({ start: '2026-11-22', end: '2066-11-19' })
  })

  it('a date of birth is before today', async () => {
    const { careerApplication } = await import('./schemas/careers.ts')
    const errors = (date_of_birth: string) =>
      careerApplication.safeParse({ date_of_birth }).error?.issues.map(({ path }) => path[0])
    expect(errors('1995-04-03')).not.toContain('date_of_birth')
    expect(errors('2995-04-03')).toContain('date_of_birth')
  })
})

it.each([
  ['2026-11-30T11:00', '2026-11-30T05:30:00.000Z'],
  ['2026-11-30T00:15', '2026-11-29T18:45:00.000Z'],
  ['2026-02-30T11:00', undefined],
  ['2026-11-30T25:00', undefined],
  ['2026-11-30', undefined],
  ['Monday, 11:00', undefined],
])('«%s» names the moment %s in India', async (written, at) => {
  const { indianMoment } = await import('./dates.ts')
  const found = indianMoment(written)
  expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(at)
})
