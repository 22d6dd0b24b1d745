import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'
import { openTab, type Page, type Tab } from './tab.ts'

/** How many steps of the history brought a page back as it was left. */
export interface Steps {
  steps: number
  kept: number
  /** Why the browser did not keep a page, in its own words. */
  reasons: string[]
}

const watch = `addEventListener('pageshow', ({ persisted }) => { globalThis.benchPersisted = persisted })`

const whyNot = `(() => {
  const { notRestoredReasons } = performance.getEntriesByType('navigation')[0]
  return (notRestoredReasons?.reasons ?? []).map(({ reason }) => reason)
})()`

/** Milliseconds on each page before it is left, as nobody reads faster. */
const STAY_MS = 400

/** Walks through `paths` by their links, then back to the first and forward to the last. */
export async function walkHistory(
  browser: Browser,
  { origin, paths }: { origin: string; paths: readonly string[] },
): Promise<{ back: Steps; forward: Steps }> {
  const tab = await openTab(browser, origin + paths[0])
  for (const [at, path] of paths.entries()) {
    const page = await tab.shown(origin + path)
    await page.evaluate(watch)
    await sleep(STAY_MS)
    const next = paths[at + 1]
    if (next) await page.evaluate(`void document.querySelector('a[href="${next}"]').click()`)
  }
  const addresses = paths.map((path) => origin + path)
  const back = await go(tab, { by: -1, addresses: addresses.toReversed() })
  const forward = await go(tab, { by: 1, addresses })
  await tab.close()
  return { back, forward }
}

async function go(tab: Tab, { by, addresses }: { by: 1 | -1; addresses: string[] }): Promise<Steps> {
  const found: Steps = { steps: addresses.length - 1, kept: 0, reasons: [] }
  for (const [at, address] of addresses.slice(0, -1).entries()) {
    await step(await tab.shown(address), by)
    const page = await tab.shown(addresses[at + 1] ?? '')
    await sleep(STAY_MS)
    if (await page.evaluate<boolean>('globalThis.benchPersisted === true')) found.kept += 1
    else found.reasons.push(...(await page.evaluate<string[]>(whyNot)))
  }
  return found
}

async function step(page: Page, by: number): Promise<void> {
  const { currentIndex, entries } = (await page.send('Page.getNavigationHistory')) as {
    currentIndex: number
    entries: { id: number }[]
  }
  const entry = entries[currentIndex + by]
  // Its answer may be lost with the page it was sent to.
  void page.send('Page.navigateToHistoryEntry', { entryId: entry?.id }).catch(() => undefined)
}
