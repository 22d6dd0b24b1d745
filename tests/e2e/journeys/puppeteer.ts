import puppeteer, {
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import { HEIGHT } from '#tests/support/e2e/test.ts'
import type { Browser, Tab } from './visitor.ts'

export interface Profile extends LaunchOptions {
  /** Runs in each page before its own scripts. */
  before?: () => void
}

const firefox = process.env['TEST_FIREFOX']
/** Undefined if it is not installed. */
export const launchFirefox = firefox
  ? () => launchPuppeteer({ browser: 'firefox', executablePath: firefox })
  : undefined

/** Chromium by its own protocol, or Firefox by WebDriver BiDi. */
export async function launchPuppeteer({ before, ...options }: Profile): Promise<Browser> {
  const browser = await puppeteer.launch({ headless: true, ...options })
  const known = new WeakMap<Page, Tab>()
  let context: BrowserContext | undefined
  const tabOf = (page: Page): Tab => {
    const tab = known.get(page) ?? makeTab(page)
    known.set(page, tab)
    return tab
  }
  const another = async (): Promise<Page> => {
    const page = await (context ?? browser.defaultBrowserContext()).newPage()
    if (before) await page.evaluateOnNewDocument(before)
    return page
  }
  return {
    async visit(width) {
      await context?.close()
      context = await browser.createBrowserContext()
      const page = await another()
      await page.setViewport({ width, height: HEIGHT })
      return tabOf(page)
    },
    another: async () => tabOf(await another()),
    tabs: async () => ((await context?.pages()) ?? []).map(tabOf),
    close: () => browser.close(),
  }
}

function makeTab(page: Page): Tab {
  const find = async (place: string): Promise<ElementHandle> => {
    const found = await page.$(`::-p-xpath(${place})`)
    if (!found) throw new Error(`Nothing is at ${place}`)
    return found
  }
  return {
    open: async (url) => void (await page.goto(url)),
    run: async (work) => (await page.evaluate(`(${String(work)})()`)) as never,
    click: async (place) => (await find(place)).click(),
    type: (text) => page.keyboard.type(text),
    async press(key) {
      const isChord = key.startsWith('Control+')
      if (isChord) await page.keyboard.down('Control')
      await page.keyboard.press(key.replace('Control+', '') as KeyInput)
      if (isChord) await page.keyboard.up('Control')
    },
    attach: async (place, file) => ((await find(place)) as ElementHandle<HTMLInputElement>).uploadFile(file),
    close: () => page.close(),
  }
}
