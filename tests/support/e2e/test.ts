import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type FileChooser,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { expect, test as plain } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { startServer } from './server.ts'

/** A phone's width, and a desktop's. */
export const PHONE = 390
export const DESKTOP = 1280
export const HEIGHT = 844
/** Milliseconds in which anything awaited must have come; far more than it takes on a slow machine. */
export const PATIENCE_MS = 40_000

interface OpenOptions extends BrowserContextOptions {
  /** CSS pixels; DESKTOP if not said. */
  width?: number
  /**
   * For what is seen at a first visit alone, and for what cannot be taken back: scripts of a context, a passkey, devtools. So is
   * every page with an option of the browser's besides its width, motion and colours.
   */
  isFresh?: boolean
}

/** A page without cookies and storage; what it has loaded for a test before it is in the browser's cache, unless it is fresh. */
export type Open = (options?: OpenOptions) => Promise<Page>

/** Chromium as visitors have it, with the windows that nobody sees here. */
const withWindows = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
/** The same without them, for half the processor time; it alone does not remember pages for going back. */
const withoutWindows = process.env['CHROME_SHELL_PATH'] ?? withWindows

/**
 * The fonts of the agreement's PDF. A phone has some for Hindi and Gujarati, a bare machine has none; and Noto Sans stands in
 * the pages' own list, so that lines are as long on every machine.
 */
function withFonts(): Record<string, string> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const home = path.join(root, '.cache/browser-fonts')
  mkdirSync(path.join(home, 'fonts'), { recursive: true })
  for (const name of ['noto-sans', 'noto-sans-devanagari', 'noto-sans-gujarati']) {
    // Each worker makes it, all at the same moment.
    const own = path.join(home, `${name}.${process.pid}`)
    rmSync(own, { force: true })
    symlinkSync(path.join(root, 'node_modules/@expo-google-fonts', name), own)
    renameSync(own, path.join(home, 'fonts', name))
  }
  return { ...(process.env as Record<string, string>), XDG_DATA_HOME: home }
}

export function launch(args: string[] = [], executablePath = withoutWindows): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...args],
    env: withFonts(),
    // Tests of going back want the browser as visitors have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** What the server under test has: every name is known, and a link asks another browser for a code. */
export const siteSettings = {
  // No limit stands in the way of many tests that come from one address.
  RATE_LIMIT_SCALE: '1000',
  AGENCY_NAME: 'Sunrise Placements',
  LINK_STEP_UP: 'otp',
}

/**
 * Every worker has a server and a browser for all its files, and pages that its tests hand on: the process of a new
 * context takes twice as long to show the same page.
 */
export const test = plain
  .extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const server = await startServer(siteSettings)
    onCleanup(server.stop)
    return server
  })
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launch()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ site, browser, task }, { onCleanup }): Promise<Open> => {
    const opened: { page: Page; isFresh: boolean }[] = []
    onCleanup(async () => {
      // A test that failed may have left off anywhere.
      const hasFailed = task.result?.state === 'fail'
      for (const { page, isFresh } of opened)
        await (isFresh || hasFailed ? closeContext(page.context()) : handOn(page, browser, site.url))
    })
    return async ({
      width = DESKTOP,
      reducedMotion = 'no-preference',
      colorScheme = 'light',
      ...rest
    } = {}) => {
      const { isFresh = Object.keys(rest).length > 0, ...options } = rest
      const page = isFresh
        ? await newPage(browser, { baseURL: site.url, ...options })
        : await takePage(browser, site.url)
      opened.push({ page, isFresh })
      await page.setViewportSize({ width, height: HEIGHT })
      // As a new context has it, whatever the desktop of whoever runs the tests is set to.
      await page.emulateMedia({ media: null, forcedColors: 'none', reducedMotion, colorScheme })
      return page
    }
  })

export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  await noteAnnouncements(context)
  return context.newPage()
}

/** Pages that no test has, by their browser and the site that they are on. */
const free = new WeakMap<Browser, Map<string, Page[]>>()

/** A page that was handed on, or a new one. */
async function takePage(browser: Browser, url: string): Promise<Page> {
  return free.get(browser)?.get(url)?.pop() ?? newPage(browser, { baseURL: url })
}

/** Leaves a page to the next test; one that goes elsewhere by itself at that moment is closed. */
async function handOn(page: Page, browser: Browser, url: string): Promise<void> {
  if (!(await isCleaned(page, url).catch(() => false))) return closeContext(page.context())
  const sites = free.get(browser) ?? new Map<string, Page[]>()
  free.set(browser, sites.set(url, [...(sites.get(url) ?? []), page]))
}

/** Takes back what a test did to a page; whether that was possible. */
async function isCleaned(page: Page, url: string): Promise<boolean> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  stopListening(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.mouse.move(0, 0)
  // Of the same site, so that it stays in its process.
  await page.goto(`${url}/robots.txt`)
  announcements.delete(page)
  await context.clearCookies()
  return page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    // A clock of Playwright's stays.
    return !('__pwClock' in globalThis)
  })
}

/** Those of tests: Playwright waits for the end of a page by listeners of its own. */
export function stopListening(page: Page): void {
  const ofTests = ['console', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response']
  for (const event of [...ofTests, 'framenavigated']) page.removeAllListeners(event)
}

async function closeContext(context: BrowserContext): Promise<void> {
  // What still stands in for the server would fail with the page it answers.
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** In a browser that remembers pages for going back. */
export const testWithWindows = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launch([], withWindows)
  onCleanup(() => browser.close())
  return browser
})

/** Opens a page and waits until its form's own code has taken over. */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('form[data-awake]').waitFor()
}

/** Opens a page and waits until the code of its form, if it has one, has taken over. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('form[novalidate]:not([data-awake])').waitFor({ state: 'detached' })
}

/** What a page has asked for from now on, and the addresses of what has not come yet. */
export function requestsOf(page: Page): { asked: Request[]; pending(): string[] } {
  const asked: Request[] = []
  const ended = new Set<Request>()
  page.on('request', (request) => asked.push(request))
  page.on('requestfinished', (request) => ended.add(request))
  page.on('requestfailed', (request) => ended.add(request))
  return { asked, pending: () => asked.filter((one) => !ended.has(one)).map((one) => one.url()) }
}

/** The calls that a page makes from now on, by their address. */
export function callsOf(page: Page): (address: string) => Request[] {
  const { asked } = requestsOf(page)
  return (address) => asked.filter((request) => new URL(request.url()).pathname === address)
}

/** What stands in fields, by their names. */
export async function valuesOf<Name extends string>(names: readonly Name[], field: (name: Name) => Locator) {
  const read = names.map(async (name) => [name, await field(name).inputValue()] as const)
  return Object.fromEntries(await Promise.all(read)) as Record<Name, string>
}

/** Asks again and again until what it reads is as expected. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50 })
}

/**
 * The file chooser that `opens` opens. The browser hands it over only once it was told to, and that message may be
 * overtaken by keys, which go another way and before all others; what is asked of the page goes behind it.
 */
export async function fileChooser(page: Page, opens: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  const opened = page.evaluate(() => undefined).then(opens)
  return (await Promise.all([chooser, opened]))[0]
}

/** What toasts and banners have said in a page, in their order, also in a document that was left; their kind stands first. */
const announcements = new WeakMap<Page, string[]>()

function announcementsOf(page: Page): string[] {
  const all = announcements.get(page) ?? []
  announcements.set(page, all)
  return all
}

/** Notes what toasts and banners say in each page of a context: they are gone after some seconds. */
async function noteAnnouncements(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteAnnouncement', ({ page }, said: string) =>
    announcementsOf(page).push(said),
  )
  await context.addInitScript(watchAnnouncements)
}

/** Runs in each document before its own code. */
function watchAnnouncements(): void {
  const { noteAnnouncement } = window as unknown as { noteAnnouncement(said: string): void }
  const last = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[data-toast], [data-banner] p')) {
      const words = one.textContent
      if (last.get(one) === words) continue
      last.set(one, words)
      const { toast, banner = '' } = one.closest<HTMLElement>('[data-toast], [data-banner]')?.dataset ?? {}
      noteAnnouncement(`${toast ?? banner}: ${words}`)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Waits until a toast or a banner has said a sentence, and may be gone since; said again, it is to be waited for again. */
export async function announced(page: Page, sentence: string, kind = ''): Promise<void> {
  const all = announcementsOf(page)
  const isIt = (said: string) => said.startsWith(kind) && said.slice(said.indexOf(': ') + 2) === sentence
  await soon(() => all.find(isIt) ?? all).toBeTypeOf('string')
  all.splice(all.findIndex(isIt), 1)
}

/** What goes by itself after some seconds, a toast or the page itself, stays until the page is left. */
export async function keepShown(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window)
    const brief = (work: () => void, wait = 0) => (wait < 1000 ? later(work, wait) : 0)
    Object.assign(window, { setTimeout: brief })
  })
}

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(place)) return
  }
  throw new Error('The place is not reached by Tab')
}

/** Opens a form on a page whose clock stands still a minute later, and goes on only by `page.clock`. */
export async function atRest<Form>(page: Page, opens: (page: Page) => Promise<Form>): Promise<Form> {
  const opened = new Date('2026-01-01T10:00:00Z')
  await page.clock.install({ time: opened })
  const form = await opens(page)
  await page.clock.pauseAt(new Date(opened.getTime() + 60_000))
  return form
}

/**
 * Reads until it is as expected, while the page's clock goes on two seconds at a time; it stands still while an answer
 * is awaited, which the page would give up by its clock where the server takes longer than the test.
 */
export function soonByClock<T>(page: Page, read: () => T | Promise<T>) {
  const { pending } = requestsOf(page)
  return soon(async () => {
    if (pending().length === 0) await page.clock.runFor(2000)
    return read()
  })
}

interface Reply {
  status: number
  body: string | object
}

/** Stands in for the server on one call; `reply` decides when, and with what. */
export async function answer(
  page: Page,
  address: string,
  reply: () => Reply | Promise<Reply>,
): Promise<void> {
  await page.route(`**${address}`, async (route) => {
    const { status, body } = await reply()
    const isText = typeof body === 'string'
    const contentType = isText ? 'text/html' : 'application/json'
    await route.fulfill({ status, contentType, body: isText ? body : JSON.stringify(body) })
  })
}

/** A gate that stays shut until it is opened, for what is to happen while something waits. */
export function gate(): { open(): void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}

/** A refusal in the API's own form. */
export function refusal(status: number, code: ErrorCode, message: string): Reply {
  return { status, body: { code, message } }
}

/** The words that a field is described by, as assistive technology reads them out after its name. */
export function descriptionOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
    return ids.map((id) => document.getElementById(id)?.textContent ?? `no #${id}`).join(' ')
  })
}

/** Whether the keyboard's focus is on it. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement)
}

export { expect }
