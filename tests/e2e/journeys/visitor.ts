import type { Server } from '#tests/support/e2e/server.ts'
import { expect, soon } from '#tests/support/e2e/test.ts'

/** One tab or window of a visitor, with what each protocol does in its own way; a place is an XPath. */
export interface Tab {
  open(url: string): Promise<void>
  /** Runs in the page, which it must be whole for: texts go in and a plain value comes out. */
  run<Out>(work: (...given: string[]) => Out, ...given: string[]): Promise<Out>
  click(place: string): Promise<void>
  /** Types where the focus is, a key at a time. */
  type(text: string): Promise<void>
  /** One key by the name that events give it, with Control held if `Control+` stands before it. */
  press(key: string): Promise<void>
  attach(place: string, file: string): Promise<void>
  close(): Promise<void>
}

export interface Browser {
  /** An empty tab of so many CSS pixels, of a visitor whom the site does not know. */
  visit(width: number): Promise<Tab>
  /** One more tab of that visitor. */
  another(): Promise<Tab>
  /** All tabs of that visitor, those that pages opened too; each the same object every time. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}

/** Who walks a journey: one tab on a fresh site, in some browser. */
export interface Visitor {
  site: Server
  browser: Browser
  tab: Tab
}

/** A journey takes far longer in a browser without a graphics processor. */
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

/** Waits until it is seen, and nothing stands in the way of using it. */
export async function see(tab: Tab, place: string): Promise<void> {
  await expect
    .poll(() => tab.run(isUsable, place), { timeout: PATIENCE_MS, interval: 100, message: place })
    .toBe(true)
}

export async function click(tab: Tab, place: string): Promise<void> {
  await see(tab, place)
  await tab.run(bringIntoView, place)
  await tab.click(place)
}

/** Fills a field by its label, by keys; a date is typed as its parts stand in these browsers' language. */
export async function fill(tab: Tab, label: string, value: string): Promise<void> {
  await see(tab, field(label))
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  await tab.run(focusOn, field(label))
  await tab.type(year ? `${month}/${day}/${year}` : value)
  await soon(() => tab.run(valueOf, field(label))).toBe(value)
}

export async function fillAll(tab: Tab, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fill(tab, label, value)
}

/** The window that a page opened. */
export async function openedWindow({ browser, tab }: Visitor): Promise<Tab> {
  const others = async () => (await browser.tabs()).filter((one) => one !== tab)
  await soon(async () => (await others()).length).toBe(1)
  const [opened] = await others()
  if (!opened) throw new Error('The window is gone')
  return opened
}

export async function at(tab: Tab, path: string): Promise<void> {
  await soon(() => tab.run(() => location.pathname)).toBe(path)
}

export async function untilFocused(tab: Tab, place: string): Promise<void> {
  await expect.poll(() => tab.run(hasFocus, place), { timeout: PATIENCE_MS, message: place }).toBe(true)
}

// What follows runs in the page.

function isUsable(place: string): boolean {
  const found = document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  if (!(found instanceof HTMLElement)) return false
  const { width, height } = found.getBoundingClientRect()
  return (
    width * height > 0 && found.checkVisibility({ visibilityProperty: true }) && !found.matches(':disabled')
  )
}

function bringIntoView(place: string): void {
  const found = document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  if (found instanceof HTMLElement) found.scrollIntoView({ block: 'center' })
}

function hasFocus(place: string): boolean {
  const found = document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  return found === document.activeElement
}

function focusOn(place: string): void {
  const found = document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement)) return
  found.focus()
  if (found.type !== 'date') found.select()
}

function valueOf(place: string): string {
  const found = document.evaluate(place, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  return (found as HTMLInputElement).value
}
