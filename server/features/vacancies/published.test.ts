import { describe, expect, it, vi } from 'vitest'
import { jobFilters } from '#contract/schemas/jobs.ts'
import type { VacancyContent } from '#contract/fields/vacancy.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { vacancyDay, wholeVacancy } from '#tests/support/vacancy.ts'
import { createPublished } from './published-service.ts'
import { closeWhatExpired } from './service.ts'
import { insertVacancy } from './store.ts'

describe.each(enginesInTurn)('published vacancies on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const publish = (change: Partial<VacancyContent> = {}) => publishVacancy(server.deps, change)
  const listed = (asked: object) => jobFilters.parse(asked)

  it('reach a process that runs already, and one that starts later', async () => {
    const early = await createPublished(server.deps)
    const reference = await publish()
    await expect.poll(() => early.find(reference), { timeout: 30_000 }).toMatchObject({ isOpen: true })
    const late = await createPublished(server.deps)
    expect(late.open().map((vacancy) => vacancy.reference)).toContain(reference)
    early.close()
    late.close()
  })

  it('stand with the newest first', async () => {
    const older = await publish()
    clock.advance(86_400_000)
    const newer = await publish()
    const published = await createPublished(server.deps)
    const shown = published.open().map((vacancy) => vacancy.reference)
    expect(shown.filter((one) => one === older || one === newer)).toEqual([newer, older])
    published.close()
  })

  it('show no draft, no one of the desk, and no name of a confidential employer', async () => {
    const { db, cipher } = server.deps
    const now = clock.now()
    const draft = await db
      .transaction()
      .execute((trx) => insertVacancy(trx, cipher, { content: wholeVacancy(now), enquiryId: null, now }))
    const shown = await publish({ employer: 'Hidden Mills', confidential: true, agreed_by: 'R. Hidden' })
    const published = await createPublished(server.deps)
    expect(published.find(draft)).toBeUndefined()
    expect(JSON.stringify(published.find(shown))).not.toMatch(/Hidden/)
    expect(published.list(listed({ q: 'hidden' })).total).toBe(0)
    published.close()
  })

  it('are closed for thirty days and then gone', async () => {
    const reference = await publish()
    await closeVacancy(server.deps, reference)
    const published = await createPublished(server.deps)
    expect(published.find(reference)).toMatchObject({ isOpen: false })
    expect(published.open().some((vacancy) => vacancy.reference === reference)).toBe(false)
    clock.advance(31 * 86_400_000)
    expect(published.find(reference)).toBe('gone')
    published.close()
  })

  it('are closed once their day has passed, also before the task has closed them', async () => {
    const reference = await publish({ open_until: vacancyDay(clock.now(), 2) })
    const published = await createPublished(server.deps)
    clock.advance(3 * 86_400_000)
    expect(published.find(reference)).toMatchObject({ isOpen: false })
    await closeWhatExpired(server.deps)
    await published.refresh()
    expect(published.open().some((vacancy) => vacancy.reference === reference)).toBe(false)
    published.close()
  })

  it('are read anew where the counter went back, as after a restored backup', async () => {
    const reference = await publish()
    const published = await createPublished(server.deps)
    expect(published.find(reference)).toMatchObject({ isOpen: true })
    const { db } = server.deps
    await db.deleteFrom('vacancies').where('reference', '=', reference).execute()
    await db.updateTable('vacancy_revisions').set({ revision: 1 }).execute()
    await published.refresh()
    expect(published.find(reference)).toBeUndefined()
    published.close()
    await db.updateTable('vacancy_revisions').set({ revision: 1_000_000 }).execute()
  })

  it('name each place once however its letters are written, and find it so', async () => {
    const [one, other] = [await publish({ city: 'navsari' }), await publish({ city: 'NAVSARI' })]
    const published = await createPublished(server.deps)
    const { places, vacancies, filters } = published.list(listed({ place: 'Navsari' }))
    expect(places.filter((place) => /navsari/i.test(place))).toEqual([filters.place])
    expect(vacancies.map(({ reference }) => reference).toSorted()).toEqual([one, other].toSorted())
    published.close()
  })

  it('are shown on while the database does not answer, which the log says once', async () => {
    const reference = await publish()
    const log = { warn: vi.fn(), error: vi.fn() }
    let reads = 0
    const away = new Proxy(server.deps.db, {
      get(db, name) {
        if (name === 'selectFrom' && (reads += 1) > 2 && reads < 9) throw new Error('away')
        const value: unknown = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    const published = await createPublished({ ...server.deps, db: away, log: log as never })
    await expect.poll(() => reads, { timeout: 30_000 }).toBeGreaterThan(9)
    expect(published.find(reference)).toMatchObject({ isOpen: true })
    expect(log.warn).toHaveBeenCalledOnce()
    published.close()
  })

  it('are drawn no second time for a change that does not show', async () => {
    const published = await createPublished(server.deps)
    const before = published.open()
    const { db, cipher } = server.deps
    const now = clock.now()
    const draft = { content: wholeVacancy(now), enquiryId: null, now }
    await db.transaction().execute((trx) => insertVacancy(trx, cipher, draft))
    await published.refresh()
    expect(published.open()).toBe(before)
    published.close()
  })

  it('are found by text, sector, place, employment and remote together; what is no filter counts as absent', async () => {
    const nurse = await publish({ title: 'Nurse', title_gu: 'નર્સ', sector: 'healthcare', city: 'Vadodara' })
    const remote = await publish({
      title: 'Nurse adviser',
      sector: 'healthcare',
      remote: true,
      employment: ['part_time'],
    })
    const published = await createPublished(server.deps)
    const found = (asked: object) => {
      const { vacancies } = published.list(listed(asked))
      return vacancies.map(({ reference }) => reference).filter((one) => [nurse, remote].includes(one))
    }
    expect(found({ q: 'NURSE', sector: 'healthcare', place: 'vadodara' })).toEqual([nurse])
    expect(found({ q: 'નર્સ' })).toEqual([nurse])
    expect(found({ remote: 'yes', employment: 'part_time' })).toEqual([remote])
    expect(found({ q: "%' OR 1=1" })).toEqual([])
    expect(found({ sector: 'nothing', employment: '<script>', page: '-1' }).toSorted()).toEqual(
      [nurse, remote].toSorted(),
    )
    expect(published.list(listed({})).places).toContain('Vadodara')
    published.close()
  })
})
