import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from './browser.ts'
import { openTab, type Page } from './tab.ts'

/** Milliseconds a person's pointer rests on a link before the button goes down, and until it comes up again. */
export const DWELL_MS = 300
export const PRESS_MS = 80
/** For what a page does after it has loaded, and a next one until it is painted. */
const SETTLE_MS = 400

export interface NextPage {
  /** Milliseconds from the click to the first contentful paint of the next page. */
  paintMs: number
  prerendered: boolean
}

interface Seen {
  click: number
  paint: number
  activationStart: number
}

const noteClick = `addEventListener('click', (event) => {
  localStorage.setItem('benchClick', String(performance.timeOrigin + event.timeStamp))
}, true)`

// A prerendered page counts its times from the start of its prerendering, hence all of them on the wall clock.
const readPaint = `({
  click: Number(localStorage.getItem('benchClick')),
  paint: performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  activationStart: performance.getEntriesByType('navigation')[0].activationStart,
})`

/** Opens `from` in a new tab, points at its link to `to` and clicks it as a person does. */
export async function clickThrough(
  browser: Browser,
  { origin, from, to }: { origin: string; from: string; to: string },
): Promise<NextPage> {
  const tab = await openTab(browser, origin + from)
  const page = await tab.shown(origin + from)
  await page.evaluate(noteClick)
  await sleep(SETTLE_MS)
  await clickLink(page, to)
  const next = await tab.shown(origin + to)
  await sleep(SETTLE_MS)
  const { click, paint, activationStart } = await next.evaluate<Seen>(readPaint)
  await tab.close()
  return { paintMs: paint - click, prerendered: activationStart > 0 }
}

async function clickLink(page: Page, to: string): Promise<void> {
  const spot = await page.evaluate<{ x: number; y: number }>(`(() => {
    const links = [...document.querySelectorAll('a[href="${to}"]')]
    const { x, y, width, height } = links.find((link) => link.checkVisibility()).getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  const mouse = (type: string, more = {}) => page.send('Input.dispatchMouseEvent', { type, ...spot, ...more })
  const button = { button: 'left', clickCount: 1 }
  await mouse('mouseMoved')
  await sleep(DWELL_MS)
  await mouse('mousePressed', button)
  await sleep(PRESS_MS)
  // Its answer may be lost with the page it was sent to.
  void mouse('mouseReleased', button).catch(() => undefined)
}
