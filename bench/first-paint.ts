import type { Browser } from 'puppeteer-core'
import { pages } from '#contract/paths.ts'
import { bench, median, ms, table } from './lib/report.ts'
import { openBrowser, startServer } from './lib/site.ts'

/** A slow line, as Lighthouse takes for a phone: milliseconds, bytes a second. */
const LINE = { latency: 150, download: 200_000, upload: 93_750, offline: false }
/** Milliseconds after which nothing larger is painted. */
const SETTLED_MS = 2500
/** Times that each page is opened in a run, in turn: a single paint swings by a quarter with whatever else the machine does. */
const LOADS = 3

export const firstPaint = bench({
  question: 'When is the largest thing of /register painted over HTTP/1.1, beside /contact?',
  flags: { runs: 10 },
  async run({ runs }, folder) {
    await using server = await startServer({ folder })
    await using browser = await openBrowser()
    const rows: string[][] = []
    for (let run = 1; run <= runs; run += 1) {
      const [contact, register] = await inTurn(browser, server.url)
      rows.push([String(run), ms(contact), ms(register), (register / contact).toFixed(2)])
    }
    table(['run', '/contact', '/register', 'ratio'], rows)
    return []
  },
})

/** The medians of /contact and /register, opened in turn. */
async function inTurn(browser: Browser, url: string): Promise<[contact: number, register: number]> {
  const contact: number[] = []
  const register: number[] = []
  for (let load = 0; load < LOADS; load += 1) {
    contact.push(await largestPaint(browser, url + pages.contact))
    register.push(await largestPaint(browser, url + pages.register))
  }
  return [median(contact), median(register)]
}

/** Milliseconds until the last largest paint of a page that nobody has opened before. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 390, height: 844 })
  await page.emulateNetworkConditions(LINE)
  await page.goto(url)
  const times = await page.evaluate(async (settledMs) => {
    await new Promise((resolve) => setTimeout(resolve, settledMs))
    return new Promise<number[]>((resolve) => {
      const told = (list: PerformanceObserverEntryList) =>
        resolve(list.getEntries().map(({ startTime }) => startTime))
      new PerformanceObserver(told).observe({ type: 'largest-contentful-paint', buffered: true })
    })
  }, SETTLED_MS)
  await context.close()
  return times.at(-1) ?? 0
}
