import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { getChromium } from '#scripts/test-tools.ts'
import { ms } from './lib/figures.ts'
import { startOurServer } from './lib/our-server.ts'
import { heading, progress, table } from './lib/report.ts'
import { inTempFolder } from './lib/temp.ts'

const PHONE = { width: 390, height: 844 }
/** A slow line, as Lighthouse takes for a phone: milliseconds, bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** Milliseconds after which nothing larger is painted. */
const SETTLED_MS = 2500

/** When the largest thing of /register is painted over HTTP/1.1, beside /contact in the same run. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({ args: words, options: { runs: { type: 'string', default: '10' } } })
  heading(
    'The largest paint of /register and of /contact',
    ['npm run bench -- first-paint', ...words].join(' '),
  )
  const found = await getChromium(progress)
  if ('missing' in found) throw new Error(found.missing)
  await inTempFolder(async (folder) => {
    const server = await startOurServer({ folder: join(folder, 'site') })
    const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
    try {
      const rows: string[][] = []
      for (let run = 1; run <= Number(values.runs); run += 1) {
        const contact = await largestPaint(browser, server.url + pages.contact)
        const register = await largestPaint(browser, server.url + pages.register)
        rows.push([String(run), ms(contact), ms(register), (register / contact).toFixed(2)])
      }
      table(['run', '/contact', '/register', 'ratio'], rows)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

/** Milliseconds until the last largest paint of a page that nobody has opened before. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await page.goto(url)
  await page.waitForTimeout(SETTLED_MS)
  const times = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const told = (list: PerformanceObserverEntryList) =>
          resolve(list.getEntries().map(({ startTime }) => startTime))
        new PerformanceObserver(told).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return times.at(-1) ?? 0
}
