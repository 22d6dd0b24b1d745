import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'
import { listedPages, pages } from '#contract/paths.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { allOf, atMost, bench, median, ms, progress, say, tableOf } from './lib/report.ts'
import { openBrowser, startServer } from './lib/site.ts'

/** Milliseconds a byte needs over the slow line, one way: half of Lighthouse's slow 4G round trip. */
const ONE_WAY_MS = 75
/** Milliseconds a person's pointer rests on a link before the button goes down, and until it comes up again. */
const DWELL_MS = 300
const PRESS_MS = 80
/** For what a page does after it has loaded, and a next one until it is painted. */
const SETTLE_MS = 400
const destinations = [pages.about, pages.services, pages.contact]

export const nextPage = bench({
  question: 'How long from a click to the next page, beside the same without speculation rules? And back?',
  flags: { runs: 5 },
  async run({ runs }, folder) {
    await using server = await startServer({ folder })
    await using slow = await openSlowLine(server.url)
    await using browser = await openBrowser()
    const lines = {
      loopback: server.url,
      [`${2 * ONE_WAY_MS} ms round trip`]: `http://127.0.0.1:${slow.port}`,
    }
    const found = Object.entries(lines).flatMap(([line, origin]) => [
      rowFor(`${line}, with speculation rules`, origin, true),
      rowFor(`${line}, without`, origin, false),
    ])
    for (let click = 0; click < runs * destinations.length; click += 1) {
      progress(`click ${click + 1} of ${runs * destinations.length}`)
      for (const row of found) {
        const { paintMs, prerendered } = await clickThrough(browser, destinations[click % 3] ?? '/', row)
        row.times.push(paintMs)
        row.prerendered += prerendered ? 1 : 0
      }
    }
    say(
      `From the click on \`/\` to the first contentful paint of ${destinations.join(', ')}, ${runs} times each.`,
    )
    tableOf(found, [
      ['', ({ name }) => name],
      ['median', ({ times }) => ms(median(times))],
      ['slowest', ({ times }) => ms(Math.max(...times))],
      ['prerendered', ({ times, prerendered }) => `${prerendered} of ${times.length}`],
    ])
    const { back, forward } = await walkHistory(browser, server.url)
    return [
      ...found
        .filter(({ rules }) => rules)
        .map(({ name, times }) => atMost(`click to first paint, ${name}`, median(times), { limit: 50 })),
      allOf('steps back from the back/forward cache', back, listedPages.length - 1),
      allOf('steps forward from the back/forward cache', forward, listedPages.length - 1),
    ]
  },
})

function rowFor(name: string, origin: string, rules: boolean) {
  return { name, origin, rules, times: [] as number[], prerendered: 0 }
}

/** A line to a server on which every byte comes late, each way. */
async function openSlowLine(url: string): Promise<FaultProxy> {
  const { hostname: host, port } = new URL(url)
  const line = await startFaultProxy({ host, port: Number(port) })
  await line.break({ kind: 'late', ms: ONE_WAY_MS })
  return line
}

/** Opens the home page in a new tab, points at its link to `to` and clicks it as a person does. */
async function clickThrough(
  browser: Browser,
  to: string,
  { origin, rules }: { origin: string; rules: boolean },
): Promise<{ paintMs: number; prerendered: boolean }> {
  const page = await browser.newPage()
  await page.goto(origin + pages.home)
  const { x, y } = await page.evaluate(prepareClick, to, rules)
  await sleep(SETTLE_MS)
  await page.mouse.move(x, y)
  await sleep(DWELL_MS)
  await page.mouse.down()
  await sleep(PRESS_MS)
  // Its answer may be lost with the page it was sent to.
  void page.mouse.up().catch(() => undefined)
  await shown(page, to)
  await sleep(SETTLE_MS)
  // A prerendered page counts its times from the start of its prerendering, hence all of them on the wall clock.
  const seen = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const [navigation] = performance.getEntriesByType('navigation')
    const click = Number(localStorage.getItem('benchClick'))
    return {
      paintMs: performance.timeOrigin + (paint?.startTime ?? NaN) - click,
      prerendered: (navigation as PerformanceEntry & { activationStart: number }).activationStart > 0,
    }
  })
  await page.close()
  return seen
}

/** In the page: notes when it is clicked, takes its rules away if it is to have none, and answers where the link is. */
function prepareClick(to: string, rules: boolean): { x: number; y: number } {
  if (!rules) document.querySelector('script[type=speculationrules]')?.remove()
  const note = ({ timeStamp }: Event) =>
    localStorage.setItem('benchClick', String(performance.timeOrigin + timeStamp))
  addEventListener('click', note, true)
  const links = [...document.querySelectorAll(`a[href="${to}"]`)]
  const link = links.find((one) => one.checkVisibility())
  link?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = link?.getBoundingClientRect() ?? new DOMRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Resolves once the tab shows `path` and it has loaded; while another page takes its place there is nothing to ask. */
async function shown(page: Page, path: string): Promise<void> {
  const isShown = (wanted: string) =>
    location.pathname === wanted &&
    !(document as { prerendering?: boolean }).prerendering &&
    document.readyState === 'complete'
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (await page.evaluate(isShown, path).catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`${path} is not shown`)
}

/** Walks through the site by its links, then back and forward; how many steps brought a page back as it was left. */
async function walkHistory(browser: Browser, origin: string): Promise<{ back: number; forward: number }> {
  const page = await browser.newPage()
  await page.goto(origin + listedPages[0])
  for (const [at, path] of listedPages.entries()) {
    await shown(page, path)
    await page.evaluate(
      (next) => {
        addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }))
        const go = () => document.querySelector<HTMLElement>(`a[href="${next}"]`)?.click()
        setTimeout(go, 400)
      },
      listedPages[at + 1],
    )
  }
  const goThrough = async (paths: readonly string[], step: () => void) => {
    let kept = 0
    for (const path of paths.slice(1)) {
      await sleep(SETTLE_MS)
      await page.evaluate(step).catch(() => undefined)
      await shown(page, path)
      kept += (await page.evaluate('globalThis.persisted === true')) ? 1 : 0
    }
    return kept
  }
  const back = await goThrough(listedPages.toReversed(), () => history.back())
  const forward = await goThrough(listedPages, () => history.forward())
  await page.close()
  return { back, forward }
}
