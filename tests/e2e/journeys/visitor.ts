import type { Server } from '#tests/support/e2e/server.ts'
import { expect, soon } from '#tests/support/e2e/test.ts'

/** One tab or window of a visitor, with what each protocol does in its own way; a place is an XPath. */
export interface Tab {
  open(url: string): Promise<void>
  /** Runs in the page, so it must be self-contained; may be given as text. Returns a plain value. */
  run<Out>(work: (() => Out) | string): Promise<Out>
  click(place: string): Promise<void>
  /** Types into the focused element, one key at a time. */
  type(text: string): Promise<void>
  /** Presses one key by its event name, with Control held after a prefix `Control+`. */
  press(key: string): Promise<void>
  attach(place: string, file: string): Promise<void>
  close(): Promise<void>
}

export interface Browser {
  /** Opens an empty tab of this width in CSS pixels, for a new visitor. */
  visit(width: number): Promise<Tab>
  /** Opens another tab of that visitor. */
  another(): Promise<Tab>
  /** Returns all tabs of that visitor, including those that pages opened; each is always the same object. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}

/** Runs a journey: one tab on a fresh site, in some browser. */
export interface Visitor {
  site: Server
  browser: Browser
  tab: Tab
}

const PATIENCE_MS = 30_000

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

export function field(label: string): string {
  return `//*[@id=//label[normalize-space()=${quoted(label)}]/@for]`
}

export function button(name: string): string {
  return `//button[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`
}

export function heading(words: string): string {
  return `//*[self::h1 or self::h2 or self::h3][contains(normalize-space(), ${quoted(words)})]`
}

export function words(text: string): string {
  return `//*[not(self::script)][text()[contains(normalize-space(), ${quoted(text)})]]`
}

/** Runs `work` in the page on the element at a place; undefined if there is none. */
function at<Out>(tab: Tab, place: string, work: (found: HTMLElement) => Out): Promise<Out | undefined> {
  const found = `document.evaluate(${JSON.stringify(place)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)`
  return tab.run(`() => {
    const found = ${found}.singleNodeValue
    return found instanceof HTMLElement ? (${String(work)})(found) : undefined
  }`)
}

/** Asks until it is so; a browser without a graphics processor takes far longer. */
async function untilSo(tab: Tab, place: string, work: (found: HTMLElement) => boolean): Promise<void> {
  const options = { timeout: PATIENCE_MS, interval: 100, message: place }
  await expect.poll(() => at(tab, place, work), options).toBe(true)
}

/** Waits until it is visible and nothing covers it. */
export function see(tab: Tab, place: string): Promise<void> {
  return untilSo(tab, place, (found) => {
    const { width, height } = found.getBoundingClientRect()
    const isSeen = width * height > 0 && found.checkVisibility({ visibilityProperty: true })
    return isSeen && !found.matches(':disabled')
  })
}

export function untilFocused(tab: Tab, place: string): Promise<void> {
  return untilSo(tab, place, (found) => found === document.activeElement)
}

export async function click(tab: Tab, place: string): Promise<void> {
  await see(tab, place)
  await at(tab, place, (found) => found.scrollIntoView({ block: 'center' }))
  await tab.click(place)
}

/** Fills a field by its label, by keys; a date is typed in the order of these browsers' language. */
export async function fill(tab: Tab, label: string, value: string): Promise<void> {
  const place = field(label)
  await see(tab, place)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  await at(tab, place, (found) => {
    found.focus()
    if (!found.matches('[type=date]')) (found as HTMLInputElement).select()
  })
  await tab.type(year ? `${month}/${day}/${year}` : value)
  await soon(() => at(tab, place, (found) => (found as HTMLInputElement).value)).toBe(value)
}

export async function fillAll(tab: Tab, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fill(tab, label, value)
}

/** Returns the window that a page opened. */
export async function openedWindow({ browser, tab }: Visitor): Promise<Tab> {
  const others = async () => (await browser.tabs()).filter((one) => one !== tab)
  await soon(others).toHaveLength(1)
  return (await others())[0] as Tab
}

export async function isAt(tab: Tab, path: string): Promise<void> {
  await soon(() => tab.run(() => location.pathname)).toBe(path)
}
