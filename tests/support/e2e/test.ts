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

export const PHONE = 390
export const DESKTOP = 1280
export const HEIGHT = 844
/** Milliseconds to wait for anything; far more than a slow machine needs. */
export const PATIENCE_MS = 40_000

interface OpenOptions extends BrowserContextOptions {
  /** CSS pixels; DESKTOP unless given. */
  width?: number
  /**
   * Needed for a first visit, and for what cannot be undone: scripts of a context, a passkey, devtools. Every page
   * with an option of the browser other than width, motion and colours is fresh too.
   */
  isFresh?: boolean
}

/** Opens a page without cookies and storage; its files are in the browser's cache unless it is fresh. */
export type Open = (options?: OpenOptions) => Promise<Page>

/** Chromium as visitors have it, including its windows, which are invisible here. */
const withWindows = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
/** The same without windows, for half the processor time; it does not keep pages for going back. */
const withoutWindows = process.env['CHROME_SHELL_PATH'] ?? withWindows

/**
 * Returns the agreement's fonts for the browser. Phones have some for Hindi and Gujarati, a bare machine has none.
 * Noto Sans is in the pages' own list, so that lines have the same length on every machine.
 */
function withFonts(): Record<string, string> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const home = path.join(root, '.cache/browser-fonts')
  mkdirSync(path.join(home, 'fonts'), { recursive: true })
  for (const name of ['noto-sans', 'noto-sans-devanagari', 'noto-sans-gujarati']) {
    // All workers make it at the same moment.
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
    // Tests of going back need the browser as visitors have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** The settings of the server under test: every name is known, and a link asks another browser for a code. */
export const siteSettings = {
  // Many tests come from one address.
  RATE_LIMIT_SCALE: '1000',
  AGENCY_NAME: 'Sunrise Placements',
  LINK_STEP_UP: 'otp',
}

/**
 * Each worker has one server and one browser for all its files, and its tests reuse pages, since a new context takes
 * twice as long to show the same page.
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
      // A failed test may have left its pages in any state.
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
      // As in a new context, whatever the desktop's settings are.
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

/** Unused pages by browser and site. */
const free = new WeakMap<Browser, Map<string, Page[]>>()

/** Returns an unused page, or a new one. */
async function takePage(browser: Browser, url: string): Promise<Page> {
  return free.get(browser)?.get(url)?.pop() ?? newPage(browser, { baseURL: url })
}

/** Leaves a page to the next test; closes one that is navigating. */
async function handOn(page: Page, browser: Browser, url: string): Promise<void> {
  if (!(await isCleaned(page, url).catch(() => false))) return closeContext(page.context())
  const sites = free.get(browser) ?? new Map<string, Page[]>()
  free.set(browser, sites.set(url, [...(sites.get(url) ?? []), page]))
}

/** Undoes what a test did to a page; returns whether that was possible. */
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
    // Playwright's clock cannot be removed.
    return !('__pwClock' in globalThis)
  })
}

/** Removes listeners of tests; Playwright has its own listeners for the end of a page. */
export function stopListening(page: Page): void {
  const ofTests = ['console', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response']
  for (const event of [...ofTests, 'framenavigated']) page.removeAllListeners(event)
}

async function closeContext(context: BrowserContext): Promise<void> {
  // Replies that stand in for the server would fail after their page.
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** In a browser that keeps pages for going back. */
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

/** Opens a page and waits for the code of its form, if it has one. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('form[novalidate]:not([data-awake])').waitFor({ state: 'detached' })
}

/** Returns a page's requests from now on, and the addresses of pending ones. */
export function requestsOf(page: Page): { asked: Request[]; pending(): string[] } {
  const asked: Request[] = []
  const ended = new Set<Request>()
  page.on('request', (request) => asked.push(request))
  page.on('requestfinished', (request) => ended.add(request))
  page.on('requestfailed', (request) => ended.add(request))
  return { asked, pending: () => asked.filter((one) => !ended.has(one)).map((one) => one.url()) }
}

/** Returns a page's calls from now on, by address. */
export function callsOf(page: Page): (address: string) => Request[] {
  const { asked } = requestsOf(page)
  return (address) => asked.filter((request) => new URL(request.url()).pathname === address)
}

/** Returns the values of fields by name. */
export async function valuesOf<Name extends string>(names: readonly Name[], field: (name: Name) => Locator) {
  const read = names.map(async (name) => [name, await field(name).inputValue()] as const)
  return Object.fromEntries(await Promise.all(read)) as Record<Name, string>
}

/** Reads repeatedly until the result is as expected. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50 })
}

/**
 * Returns the file chooser that `opens` opens. The browser reports it only after a message that keys may overtake, so
 * this first waits for an answer of the page.
 */
export async function fileChooser(page: Page, opens: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  const opened = page.evaluate(() => undefined).then(opens)
  return (await Promise.all([chooser, opened]))[0]
}

/** The texts of toasts and banners in a page, in order, with their kind first, including documents that were left. */
const announcements = new WeakMap<Page, string[]>()

function announcementsOf(page: Page): string[] {
  const all = announcements.get(page) ?? []
  announcements.set(page, all)
  return all
}

/** Records the texts of toasts and banners in each page of a context, since they disappear after some seconds. */
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

/** Waits until a toast or a banner has shown a sentence, even if it is gone; each occurrence counts once. */
export async function announced(page: Page, sentence: string, kind = ''): Promise<void> {
  const all = announcementsOf(page)
  const isIt = (said: string) => said.startsWith(kind) && said.slice(said.indexOf(': ') + 2) === sentence
  await soon(() => all.find(isIt) ?? all).toBeTypeOf('string')
  all.splice(all.findIndex(isIt), 1)
}

/** Disables timers of a second or more, which would remove a toast or leave the page. */
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

/** Opens a form on a page whose clock stops a minute later and then moves only by `page.clock`. */
export async function atRest<Form>(page: Page, opens: (page: Page) => Promise<Form>): Promise<Form> {
  const opened = new Date('2026-01-01T10:00:00Z')
  await page.clock.install({ time: opened })
  const form = await opens(page)
  await page.clock.pauseAt(new Date(opened.getTime() + 60_000))
  return form
}

/**
 * Reads until the result is as expected, while the page's clock moves two seconds at a time. The clock stops during a
 * request, which the page would otherwise give up.
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

/** Answers one call instead of the server; `reply` decides when, and with what. */
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

/** Returns a promise and the function that resolves it. */
export function gate(): { open(): void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}

/** Returns a refusal in the API's own form. */
export function refusal(status: number, code: ErrorCode, message: string): Reply {
  return { status, body: { code, message } }
}

/** Returns the description of a field as assistive technology reads it. */
export function descriptionOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
    return ids.map((id) => document.getElementById(id)?.textContent ?? `no #${id}`).join(' ')
  })
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement)
}

export { expect }
