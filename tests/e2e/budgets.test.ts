import lighthouse from 'lighthouse'
import type { Page } from 'playwright-core'
import { addressIn, defaultLanguage, languageCodes } from '#contract/messages/languages.ts'
import { api, listedPages, pages, recordPages } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import {
  DESKTOP,
  expect,
  launch,
  type Open,
  openWhole,
  PHONE,
  requestsOf,
  soon,
  test,
} from '#tests/support/e2e/test.ts'

const KB = 1000

/**
 * Opens a page as a first visit, scrolls to its end, and adds up the compressed bytes that it loaded. Nothing may
 * move once it is drawn, and no page may store anything, ask another host, violate its content policy or report an
 * error.
 */
async function weigh(open: Open, path: string) {
  const page = await open({ width: PHONE, deviceScaleFactor: 3 })
  const problems = problemsOf(page)
  await page.addInitScript(noteShifts)
  const loaded = { requests: 0, document: 0, stylesheet: 0, script: 0, image: 0, font: 0 }
  const { asked, pending } = requestsOf(page)
  await openWhole(page, path)
  await page.evaluate(scrollThrough)
  await soon(pending).toEqual([])
  for (const request of asked) {
    const kind = request.resourceType()
    // The icon of the tab, which only some browsers load, and not for the page.
    if (kind === 'other') continue
    loaded.requests += 1
    if (kind in loaded) loaded[kind as keyof typeof loaded] += (await request.sizes()).responseBodySize
  }
  expect(await page.evaluate('window.moved'), path).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length), path).toBe(0)
  expect([problems, await page.context().cookies()], path).toEqual([[], []])
  return { ...loaded, page }
}

/** Runs in the page: scrolls down by screens, and lets each be drawn. */
async function scrollThrough(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' })
    await drawn()
  }
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  // What becomes visible is requested by the next frame.
  await drawn()
  await drawn()
}

/** Runs in the page: records what moves, and by how much. */
function noteShifts(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Element }[] }
      moved.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()}`)
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

const forms: Record<string, number> = {
  [pages.contact]: 84 * KB,
  // It contains five fields about the work that somebody looks for.
  [pages.career]: 88 * KB,
  // Its first step: the dialog of the codes and the later steps are loaded on demand.
  [pages.register]: 101 * KB,
}
const contentPages = listedPages.filter((path) => !(path in forms))

test.for(contentPages)('%s keeps the budget of a content page at a phone’s width', async (path, { open }) => {
  const { page, requests, document, stylesheet, script, image } = await weigh(open, path)
  expect(document).toBeGreaterThan(3 * KB)
  // The privacy policy is the longest text, with sections on vacancies, reminders and the person's own page.
  expect(document + stylesheet).toBeLessThanOrEqual(path === pages.privacy ? 18 * KB : 16 * KB)
  expect([script, await page.locator('astro-island').count()], 'no React').toEqual([0, 0])
  expect(await inlineScript(page)).toBeLessThanOrEqual(8 * KB)
  expect(requests).toBeLessThanOrEqual(5)
  expect(image).toBeLessThanOrEqual(200 * KB)
})

/** The explanation on /register before its first field exceeds the first packets. */
const EXPLAINED = 1 * KB
/** What a connection carries before the browser's first answer. */
const FIRST_PACKETS = 14.4 * KB
/** Bytes that another language may add to a page by its letters and the switch, and to a form's scripts. */
const LETTERS = 2 * KB
const others = languageCodes.filter((language) => language !== defaultLanguage)
const formsInLanguages = [
  ...Object.entries(forms).map(([path, limit]) => ({ path, limit, letters: 0 })),
  // The form with the most words in each other language.
  ...others.map((language) => {
    return { path: addressIn(language, pages.register), limit: 101 * KB, letters: LETTERS }
  }),
]

test.for(formsInLanguages)('$path keeps the budget of a form', async ({ path, limit, letters }, { open }) => {
  const { page, document, stylesheet, script, font } = await weigh(open, path)
  expect(script, 'the form is an island').toBeGreaterThan(20 * KB)
  expect(script).toBeLessThanOrEqual(limit + letters)
  const fonts = await page.evaluate(() => globalThis.document.fonts.size)
  expect([font, fonts], 'the system has the letters').toEqual([0, 0])
  const explained = path.endsWith(pages.register) ? EXPLAINED : 0
  expect(document + stylesheet).toBeLessThanOrEqual(FIRST_PACKETS + explained + letters)
})

test.for([
  [recordPages.signAgreement, 84 * KB],
  [recordPages.mandateFailure, 100 * KB],
] as const)(
  '%s keeps its budget until its record is open: the form for a code is loaded when one is requested',
  async ([path, limit], { open }) => {
    const page = await open({ width: PHONE, isFresh: true })
    await page.route(`**${api.fieldExecutive}*`, () => undefined)
    const { asked } = requestsOf(page)
    const record = page.waitForRequest(`**${api.fieldExecutive}*`)
    await page.goto(path + 'A'.repeat(32))
    await record
    const scripts = asked.filter((request) => request.resourceType() === 'script')
    const sizes = await Promise.all(scripts.map((request) => request.sizes()))
    const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    expect(total).toBeGreaterThan(20 * KB)
    expect(total).toBeLessThanOrEqual(limit)
  },
)

test('the hero picture is light, has its size and a fallback, and is never lazy', async ({ open, site }) => {
  for (const { limit, ...screen } of [
    { width: PHONE, deviceScaleFactor: 3, limit: 30 * KB },
    { width: DESKTOP, deviceScaleFactor: 2, limit: 100 * KB },
  ]) {
    const page = await open(screen)
    const { asked, pending } = requestsOf(page)
    await page.goto(pages.home)
    const picture = page.getByRole('main').locator('picture').first()
    const image = picture.locator('img')
    const address = await image.evaluate((one) => (one as HTMLImageElement).currentSrc)
    const hero = () => asked.find((one) => one.url() === address && !pending().includes(address))
    await soon(hero).toBeDefined()
    const request = hero()
    const response = await request?.response()
    expect(response?.headers()['content-type']).toBe('image/avif')
    expect(response?.headers()['cache-control']).toContain('immutable')
    const { responseBodySize } = (await request?.sizes()) ?? { responseBodySize: Infinity }
    expect(responseBodySize).toBeLessThanOrEqual(limit)
    expect(responseBodySize).toBeGreaterThan(1000)

    const attributes = await image.evaluate((one) => {
      const { loading, fetchPriority, width, height } = one as HTMLImageElement
      return { loading, fetchPriority, hasSize: width * height > 0 && one.matches('[width][height]') }
    })
    expect(attributes).toEqual({
      loading: expect.not.stringMatching('lazy'),
      fetchPriority: 'high',
      hasSize: true,
    })
    const fallback = await fetch(new URL((await image.getAttribute('src')) ?? '', site.url))
    expect(fallback.headers.get('content-type')).toMatch(/^image\/(webp|jpeg)$/)
    await page.close()
  }
})

/** Returns the bytes of scripts within the page, before compression. */
function inlineScript(page: Page): Promise<number> {
  return page.evaluate(() => {
    const inline = [...document.scripts].filter(
      ({ src, type }) => !src && ['', 'module', 'text/javascript'].includes(type),
    )
    return inline.reduce((sum, { textContent }) => sum + textContent.length, 0)
  })
}

/**
 * The categories that depend only on the page. Its speed depends on the machine, so `npm run bench -- pages` prints
 * it beside a hand-written page; this file limits what speed depends on.
 */
const categories = ['accessibility', 'best-practices', 'seo']

test('Lighthouse gives pages full marks', { timeout: 180_000 }, async ({ site, onTestFinished }) => {
  const port = await freePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  onTestFinished(() => browser.close())
  // A page with everything that a page can have; axe and the other budgets cover all pages.
  const run = await lighthouse(site.url + addressIn('gu', pages.register), {
    port,
    onlyCategories: categories,
    // It gives no mark, and only it needs a trace, at whose end Chromium may take five seconds.
    skipAudits: ['baseline'],
    // Nothing here is timed, so nothing is waited for once the page is complete.
    pauseAfterFcpMs: 0,
    pauseAfterLoadMs: 0,
    networkQuietThresholdMs: 0,
    cpuQuietThresholdMs: 0,
    disableFullPageScreenshot: true,
    logLevel: 'silent',
  })
  const report = run?.lhr
  const scores = categories.map((id) => report?.categories[id]?.score)
  const failed = Object.values(report?.audits ?? {})
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary')
    .map(({ id, title }) => `${id}: ${title}`)
  expect({ scores, failed }).toEqual({ scores: [1, 1, 1], failed: [] })
})
