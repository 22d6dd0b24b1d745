import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { VacancyContent } from '#contract/fields/vacancy.ts'
import type { App } from '#server/context.ts'
import { movingClock } from '#tests/support/server.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { jobFilters } from '#contract/schemas/jobs.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { vacancyDay, wholeVacancy } from '#tests/support/vacancy.ts'
import { confirmClock } from '#server/platform/clock-watch.ts'
import { createPublished } from './published-service.ts'
import { closeWhatExpired } from './service.ts'
import { findVacancy, insertVacancy } from './store.ts'

describe('the pages of vacancies', () => {
  const clock = movingClock()
  const server = sharedServer({ clock, settings: { LANGUAGES: 'en,hi,gu' } })

  /** Returns a page once it shows what was published or closed just before. */
  async function page(path: string, shows: RegExp | number = 200) {
    const read = async () => {
      const response = await fetch(server.url + path, { redirect: 'manual' })
      return { status: response.status, headers: response.headers, html: await response.text() }
    }
    const isShown = async () => {
      const { status, html } = await read()
      return typeof shows === 'number' ? status === shows : shows.test(html)
    }
    await expect.poll(isShown, { timeout: 30_000 }).toBe(true)
    return read()
  }
  const publish = (change: Partial<VacancyContent> = {}) => publishVacancy(server.deps, change)
  const addressOf = async (reference: string) => {
    const { headers } = await page(`/jobs/x-${reference}`, 308)
    return headers.get('location') ?? ''
  }
  const postingsIn = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      .map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
      .filter((data) => data['@type'] === 'JobPosting')

  it('redirect an address with another title to the page’s own address, in each language', async () => {
    const reference = await publish({ title: 'Store keeper & helper', title_gu: 'સ્ટોર કીપર' })
    expect(await addressOf(reference)).toBe(`/jobs/store-keeper-helper-${reference}`)
    const { html } = await page(`/gu/jobs/store-keeper-helper-${reference}`)
    expect(html).toMatch(/<h1[^>]*>સ્ટોર કીપર<\/h1>/)
    const { html: hindi } = await page(`/hi/jobs/store-keeper-helper-${reference}`)
    expect(hindi).toContain('<span lang="en-IN">Store keeper &amp; helper</span>')
    // A title without Latin letters leaves only the reference.
    const gujarati = await publish({ title: 'દરજી' })
    expect(await addressOf(gujarati)).toBe(`/jobs/${gujarati}`)
  })

  it('redirect other spellings of an address to that address, with its query', async () => {
    const reference = await publish({ title: 'Baker' })
    const address = `/jobs/baker-${reference}`
    const led = [
      ['/jobs/?q=baker&page=2', '/jobs?q=baker&page=2'],
      ['/JOBS?q=%E0%AA%A8', '/jobs?q=%E0%AA%A8'],
      ['/Gu/Jobs/', '/gu/jobs'],
      [`${address}/?utm_source=board`, `${address}?utm_source=board`],
      [`/gu/JOBS/x-${reference.toLowerCase()}`, `/gu${address}`],
    ]
    for (const [asked = '', proper] of led)
      expect((await page(asked, 308)).headers.get('location')).toBe(proper)
  })

  it('say that a closed vacancy is closed, without markup, and after thirty days show nothing', async () => {
    const reference = await publish({ title: 'Weaver' })
    const address = await addressOf(reference)
    expect(postingsIn((await page(address)).html)).toHaveLength(1)
    await closeVacancy(server.deps, reference)
    const closed = await page(address, /no longer open/)
    expect(postingsIn(closed.html)).toEqual([])
    expect(closed.html).toContain('<meta name="robots" content="noindex">')
    expect(closed.html).not.toContain('?job=')
    clock.advance(31 * 86_400_000)
    expect((await page(address, 410)).html).toContain('404')
    expect((await page('/jobs/nothing-VA-000000', 404)).status).toBe(404)
  })

  it('lead to a career form that names the vacancy and our service, without scripts too, and after a refusal', async () => {
    const reference = await publish({ title: 'Dyer <b>', title_gu: 'રંગરેજ' })
    const named = new RegExp(`<noscript>[^]*?form="career-form" name="vacancy" value="${reference}"`)
    const chosen = '<option value="interview" selected="">'
    const { html, headers } = await page(`/career?job=${reference.toLowerCase()}&service=interview`, named)
    for (const part of ['Dyer &lt;b&gt;</p>', chosen]) expect(html).toContain(part)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await page(`/gu/career?job=${reference}`, named)).html).toContain('lang="gu-IN">રંગરેજ</p>')
    expect((await page('/hi/career?service=interview')).html).toContain(chosen)
    const jobs = ['?job=VA-000000', '?job=a&job=b', "?job=%25'%20OR%201=1"]
    const services = ['?service=payroll', '?service=', '?service=search&service=interview']
    for (const other of ['', ...jobs, ...services])
      expect((await page(`/career${other}`)).html, other).not.toMatch(/name="vacancy"|selected=""/)
    const body = new FormData()
    body.append('vacancy', reference)
    body.append('service', 'interview')
    const refused = await (await fetch(`${server.url}/career`, { method: 'POST', body })).text()
    for (const part of [`name="vacancy" value="${reference}"`, chosen]) expect(refused).toContain(part)
    await closeVacancy(server.deps, reference)
    expect((await page(`/career?job=${reference}`, /no longer open/)).html).toMatch(named)
  })

  it('have the markup that Google asks for: open, anonymous and remote ones', async () => {
    const postingOf = async (change: Partial<VacancyContent>) => {
      const reference = await publish(change)
      const [posting = {}, ...more] = postingsIn((await page(await addressOf(reference))).html)
      // The required properties of Google's list of September 2026.
      expect(more).toEqual([])
      expect(posting).toMatchObject({
        ...{ '@context': 'https://schema.org/', title: change.title, identifier: { value: reference } },
        ...{ datePosted: vacancyDay(clock.now(), 0), employmentType: ['FULL_TIME'] },
        description: expect.stringMatching(/^<p>You keep the books/),
        validThrough: `${vacancyDay(clock.now(), 30)}T23:59:59+05:30`,
      })
      return posting
    }
    const hospital = { confidential: false, employer: 'City Hospital', agreed_to_show: 'name' as const }
    expect(await postingOf({ title: 'Nurse', experience: 24, ...hospital })).toMatchObject({
      hiringOrganization: { '@type': 'Organization', name: 'City Hospital' },
      jobLocation: { address: { addressLocality: 'Surat', postalCode: '395002', addressCountry: 'IN' } },
      baseSalary: { currency: 'INR', value: { minValue: 25_000, maxValue: 32_000, unitText: 'MONTH' } },
      experienceRequirements: { monthsOfExperience: 24 },
    })
    const tester = await postingOf({ title: 'Tester', remote: true, countries: 'IN NP', pay_to: null })
    expect(tester).toMatchObject({
      ...{ hiringOrganization: 'confidential', jobLocationType: 'TELECOMMUTE' },
      applicantLocationRequirements: [{ name: 'India' }, { name: 'Nepal' }],
    })
    expect(tester).not.toHaveProperty('jobLocation')
    expect(postingsIn((await page('/jobs')).html)).toEqual([])
  })

  it('show hostile words as text, in the page, its head, its markup and the feed', async () => {
    const hostile = '<script>alert(1)</script> </title> [[agency.email]] [[main]] [[page.head]] $& "\u202e'
    const links = '- [press](javascript:alert(1)) [here](https://employer.example/a"onx=)'
    const reference = await publish({
      ...{ title: hostile, description: `${hostile}\n\n${links}\n\n**bold** `.repeat(3) },
      ...{ employer: hostile, confidential: false, agreed_to_show: 'name' },
    })
    const { html } = await page(await addressOf(reference))
    for (const text of [html, (await page('/jobs')).html, (await page('/')).html]) {
      expect(text).not.toContain('<script>alert')
      expect(text).not.toMatch(/href="javascript:|<a [^>]*onx=|\u202e/)
    }
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(postingsIn(html)).toHaveLength(1)
    // A link is only its address, without our style sheet.
    expect(JSON.stringify(postingsIn(html))).not.toContain(' class=')
    const { html: xml } = await page('/jobs.xml', new RegExp(reference))
    expect(xml).not.toContain('<script')
  })

  it('are not drawn again for a reader who asks every second while nothing changes', async () => {
    await publish({ title: 'Feed reader' })
    const { headers } = await page('/jobs.xml', /Feed reader/)
    const etag = headers.get('etag') ?? ''
    expect(headers.get('cache-control')).toBe('no-cache')
    const again = await fetch(`${server.url}/jobs.xml`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('are in the sitemap in each language while they are open', async () => {
    const reference = await publish({ title: 'Driver' })
    const address = await addressOf(reference)
    const { html: sitemap } = await page('/sitemap.xml', new RegExp(reference))
    expect(sitemap).toContain(`<loc>${server.deps.config.publicUrl}/gu${address}</loc><lastmod>`)
    await closeVacancy(server.deps, reference)
    const isListed = async () => (await page('/sitemap.xml')).html.includes(reference)
    await expect.poll(isListed, { timeout: 30_000 }).toBe(false)
  })
})

describe.each(enginesInTurn)('published vacancies on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const publish = (change: Partial<VacancyContent> = {}) => publishVacancy(server.deps, change)
  const listed = (asked: object) => jobFilters.parse(asked)
  /** Opens the vacancies as another process does. */
  async function opened(deps: App = server.deps) {
    const published = await createPublished(deps)
    onTestFinished(published.close)
    return published
  }
  const draft = (now = clock.now()) =>
    server.deps.db.transaction().execute((trx) => {
      const vacancy = { content: wholeVacancy(now), enquiryId: null, now }
      return insertVacancy(trx, server.deps.cipher, vacancy)
    })

  it('reach a running process, and one that starts later, newest first', async () => {
    const early = await opened()
    const older = await publish()
    await expect.poll(() => early.find(older), { timeout: 30_000 }).toMatchObject({ isOpen: true })
    clock.advance(86_400_000)
    const newer = await publish()
    const shown = (await opened()).open().map((vacancy) => vacancy.reference)
    expect(shown.filter((one) => one === older || one === newer)).toEqual([newer, older])
  })

  it('show no draft, no staff, and no name of a confidential employer', async () => {
    const hidden = await draft()
    const shown = await publish({ employer: 'Hidden Mills', confidential: true, agreed_by: 'R. Hidden' })
    const published = await opened()
    expect(published.find(hidden)).toBeUndefined()
    expect(JSON.stringify(published.find(shown))).not.toMatch(/Hidden/)
    expect(published.list(listed({ q: 'hidden' })).total).toBe(0)
  })

  it('count as closed after their last day, even before the task has closed them', async () => {
    const reference = await publish({ open_until: vacancyDay(clock.now(), 2) })
    const published = await opened()
    clock.advance(3 * 86_400_000)
    expect(published.find(reference)).toMatchObject({ isOpen: false })
    await closeWhatExpired(server.deps)
    await published.refresh()
    expect(published.open().some((vacancy) => vacancy.reference === reference)).toBe(false)
  })

  it('are open again after a clock that was less than a day ahead and closed them is corrected', async () => {
    const reference = await publish({ open_until: vacancyDay(clock.now(), 0) })
    const { deps } = server
    await closeWhatExpired(deps)
    const state = async () => {
      const vacancy = await findVacancy(deps.db, deps.cipher, reference)
      return [vacancy?.state, vacancy?.closedAs]
    }
    clock.advance(20 * 3_600_000)
    await confirmClock(deps.db, clock.now())
    // The day may end within those hours or later.
    clock.advance(4 * 3_600_000)
    await closeWhatExpired(deps)
    expect(await state()).toEqual(['closed', 'expired'])
    clock.advance(-23 * 3_600_000)
    await closeWhatExpired(deps)
    expect(await state()).toEqual(['published', null])
    clock.advance(24 * 3_600_000)
    await confirmClock(deps.db, clock.now())
    await closeWhatExpired(deps)
    await closeWhatExpired(deps)
    expect(await state()).toEqual(['closed', 'expired'])
  })

  it('are read again if the counter went back, as after a restored backup', async () => {
    const reference = await publish()
    const published = await opened()
    expect(published.find(reference)).toMatchObject({ isOpen: true })
    const { db } = server.deps
    await db.deleteFrom('vacancies').where('reference', '=', reference).execute()
    await db.updateTable('vacancy_revisions').set({ revision: 1 }).execute()
    await published.refresh()
    expect(published.find(reference)).toBeUndefined()
    await db.updateTable('vacancy_revisions').set({ revision: 1_000_000 }).execute()
  })

  it('list each place once in any letter case, and are found by it', async () => {
    const [one, other] = [await publish({ city: 'navsari' }), await publish({ city: 'NAVSARI' })]
    const published = await opened()
    const { places, vacancies, filters } = published.list(listed({ place: 'Navsari' }))
    expect(places.filter((place) => /navsari/i.test(place))).toEqual([filters.place])
    expect(vacancies.map(({ reference }) => reference).toSorted()).toEqual([one, other].toSorted())
  })

  it('list a place once in any script, and are found by each spelling', async () => {
    const one = await publish({ city: 'Porbandar', state: 'Gujarat' })
    const other = await publish({ city: 'પોરબંદર', state: 'ગુજરાત' })
    const published = await opened()
    const places = published.list(listed({})).places.filter((place) => /porbandar|પોરબંદર/i.test(place))
    expect(places).toHaveLength(1)
    for (const asked of [{ place: 'porbandar' }, { place: 'પોરબંદર' }, { place: 'पोरबंदर' }, { q: 'पोरबंदर' }]) {
      const { vacancies, filters } = published.list(listed(asked))
      expect(vacancies.map(({ reference }) => reference).toSorted()).toEqual([one, other].toSorted())
      if (asked.place) expect(filters.place).toBe(places[0])
    }
  })

  it('stay visible while the database does not answer, which is logged once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const reference = await publish()
    const log = { warn: vi.fn(), error: vi.fn() }
    let isAway = false
    const db = new Proxy(server.deps.db, {
      get(real, name) {
        if (isAway) throw new Error('away')
        const value: unknown = Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
    })
    const published = await opened({ ...server.deps, db, log: log as never })
    isAway = true
    for (let looks = 0; looks < 5; looks += 1) {
      vi.advanceTimersByTime(250)
      await expect(published.refresh()).rejects.toThrow('away')
    }
    expect(published.find(reference)).toMatchObject({ isOpen: true })
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('are found by text, sector, place, employment and remote together; unknown filters are ignored', async () => {
    const nurse = await publish({ title: 'Nurse', title_gu: 'નર્સ', sector: 'healthcare', city: 'Vadodara' })
    const elsewhere = { remote: true, employment: ['part_time' as const] }
    const remote = await publish({ title: 'Nurse adviser', sector: 'healthcare', ...elsewhere })
    const published = await opened()
    const found = (asked: object) => {
      const { vacancies } = published.list(listed(asked))
      return vacancies.map(({ reference }) => reference).filter((one) => [nurse, remote].includes(one))
    }
    expect(found({ q: 'NURSE', sector: 'healthcare', place: 'vadodara' })).toEqual([nurse])
    expect(found({ q: 'નર્સ' })).toEqual([nurse])
    expect(found({ remote: 'yes', employment: 'part_time' })).toEqual([remote])
    expect(found({ q: "%' OR 1=1" })).toEqual([])
    const odd = { sector: 'nothing', employment: '<script>', page: '-1' }
    expect(found(odd).toSorted()).toEqual([nurse, remote].toSorted())
    expect(published.list(listed({})).places).toContain('Vadodara')
    // A form sends «Any» as an empty text; an unknown place is a filter too.
    expect(found({ place: '' }).toSorted()).toEqual([nurse, remote].toSorted())
    const nowhere = ['Nowhere', 'x'.repeat(100), '-'].map((place) => published.list(listed({ place })))
    expect(new Set(nowhere.map(({ total, filters }) => JSON.stringify([total, filters]))).size).toBe(1)
    expect(nowhere[0]?.total).toBe(0)
  })
})
