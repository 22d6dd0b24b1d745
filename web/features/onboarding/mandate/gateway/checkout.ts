import * as z from 'zod/mini'
import { type Checkout, gatewayPolicy } from '#contract/schemas/mandates.ts'
import { type ScriptAddresses, trustedTypes } from '#web/lib/trusted-types.ts'

/** The result of showing the bank. */
type Opened =
  /** The panel is there, with its window or a button that opens one. */
  | { is: 'open'; view: BankView }
  /** The gateway's script is not loaded. */
  | { is: 'unavailable' }
  /** The gateway's script is loaded and failed. */
  | { is: 'failed' }

interface Library {
  pnCheckout(config: unknown): unknown
}
interface Shared {
  openNewWindow(): unknown
}

const library = z.custom<Library>((value) => hasFunction(value, 'pnCheckout'))
const shared = z.custom<Shared>((value) => hasFunction(value, 'openNewWindow'))

function hasFunction(value: unknown, name: string): boolean {
  return Object(value) === value && typeof Reflect.get(Object(value), name) === 'function'
}

export interface Opening {
  checkout: Pick<Checkout, 'config'>
  /** Called with whatever the script says afterwards, once, more often or never. */
  onAnswer(response: unknown): void
  /** The window for the bank, opened by the press; without one the bank is shown in this tab. */
  bank?: Window | undefined
}

/** Shows the bank. The script creates the object that opens its window only in the first call. */
export function openCheckout({ checkout: { config }, onAnswer, bank }: Opening): Opened {
  const found = library.safeParse(Reflect.get(window, '$'))
  if (!found.success) return { is: 'unavailable' }
  const view = bankView()
  try {
    found.data.pnCheckout(configFor(config, { onAnswer, isHere: bank === undefined }))
    if (bank) handOver(bank, () => shared.parse(Reflect.get(window, 'pnCheckoutShared')).openNewWindow())
    return { is: 'open', view }
  } catch (error) {
    console.error('The gateway’s script failed.', error)
    view.close()
    return { is: 'failed' }
  }
}

/**
 * Opens an empty window with a line of text, for the bank; undefined if the browser forbids it. Browsers allow it
 * only within a press, and the script opens its window only after the token has arrived.
 */
export function openForBank(text: string): Window | undefined {
  // The size that the script uses.
  const [width, height] = [outerWidth, outerHeight].map((length) => Math.round(length * 0.85))
  const bank = window.open('', '', `popup,width=${width},height=${height}`)
  if (!bank) return undefined
  bank.document.title = text
  bank.document.body.append(text)
  return bank
}

/** Makes the script use that window; if it waits for a press in its panel, it opens its own. */
function handOver(bank: Window, openNewWindow: () => unknown): void {
  const { open } = window
  window.open = () => bank
  try {
    openNewWindow()
  } finally {
    window.open = open
  }
  if (bankWindow() !== bank) bank.close()
}

const configShape = z.looseObject({
  features: z.record(z.string(), z.unknown()),
  consumerData: z.record(z.string(), z.unknown()),
})

function configFor(
  config: Record<string, unknown>,
  { onAnswer, isHere }: Pick<Opening, 'onAnswer'> & { isHere: boolean },
) {
  const { features, consumerData, ...others } = configShape.parse(config)
  return {
    ...others,
    features: isHere ? { ...features, enableNewWindowFlow: false } : features,
    consumerData: { ...consumerData, responseHandler: onAnswer },
  }
}

/** Parts of the user agents of Facebook's, Instagram's and WhatsApp's browsers, and of Android's for apps in general. */
const insideApps = /\bFB(?:AN|AV|_IAB)\b|Instagram|WhatsApp|; wv\)/
/** Apps on an iPhone use the system's browser without its name. */
const appleDevices = /iPhone|iPad|iPod/

/** Returns whether this is a browser inside an app, with no windows or no way back. Only some report it. */
export function isInsideApp({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  if (typeof window.open !== 'function' || insideApps.test(userAgent)) return true
  return appleDevices.test(userAgent) && !userAgent.includes('Safari/')
}

/** What this page can see of the bank. */
export interface BankLook {
  /**
   * `opening`: the bank's page has not loaded. `unsure`: it looked closed within its first second, like one that the
   * browser or the bank has cut off from us, so it may well be open. None of them proves what the bank did.
   */
  window: 'none' | 'opening' | 'open' | 'closed' | 'unsure'
  /** Whether the gateway's panel covers the page. */
  hasPanel: boolean
}

/** The window and panel of the gateway's script. */
export interface BankView {
  look(): BankLook
  toFront(): void
  /** Closes the window and removes the panel from the page. */
  close(): void
}

/** A window that looks closed within this many milliseconds of its opening may have been cut off. */
const CUT_OFF_MS = 1000

export function bankView(): BankView {
  /** The closed window of an earlier attempt, which the script leaves behind. */
  const before = bankWindow()
  let bank: Window | undefined
  let since = 0
  let isReal = false

  function lookAtWindow(): BankLook['window'] {
    const now = bankWindow()
    if (now && now !== before && now !== bank) [bank, since, isReal] = [now, Date.now(), false]
    if (!bank) return 'none'
    if (bank.closed) return isReal ? 'closed' : 'unsure'
    const isAtBank = hasPage(bank)
    isReal ||= isAtBank || Date.now() - since >= CUT_OFF_MS
    return isAtBank ? 'open' : 'opening'
  }
  return {
    look: () => ({ window: lookAtWindow(), hasPanel: hasPanel() }),
    toFront: () => bank?.focus(),
    close() {
      lookAtWindow()
      if (bank) closeWindow(bank)
      removePanel()
    },
  }
}

/** How often a window is told to close at most, and the milliseconds between. */
const [CLOSINGS, CLOSE_AGAIN_MS] = [5, 200]

/** Closes a window, repeatedly: a browser that is just loading the bank’s page may miss a call. */
function closeWindow(opened: Window, closings = CLOSINGS): void {
  opened.close()
  if (closings === 1) return
  setTimeout(() => {
    if (!opened.closed) closeWindow(opened, closings - 1)
  }, CLOSE_AGAIN_MS)
}

/** Returns the script's window, a global: an empty text until there is one, null if it was blocked. */
function bankWindow(): Window | undefined {
  const value: unknown = Reflect.get(window, 'bankWindow')
  return typeof value === 'object' && value !== null ? (value as Window) : undefined
}

/** Access to another site's page throws, which proves that a page is there. */
function hasPage(opened: Window): boolean {
  try {
    // What the script writes into its empty window has the address of this page.
    return !['about:blank', document.URL].includes(opened.location.href)
  } catch {
    return true
  }
}

const PANEL = '#checkoutmodal'

export function hasPanel(): boolean {
  return document.querySelector(PANEL) !== null
}

/** Removes everything that the script puts over the page, as it does when its panel is closed. */
export function removePanel(): void {
  for (const one of document.querySelectorAll(`${PANEL}, #otpmodal, .modalpage`)) one.remove()
  document.body.classList.remove('hideScroll')
}

/** Milliseconds for both scripts together. */
const LIMIT_MS = 12_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads the gateway's script after the jQuery that it needs, unless they are there; rejects if one does not load.
 * Each is loaded once; one that failed is removed and loaded again by the next call.
 */
export async function loadCheckout({ library, script }: Pick<Checkout, 'library' | 'script'>): Promise<void> {
  const until = Date.now() + LIMIT_MS
  if (!('jQuery' in window)) await once(library, until)
  await once(script, until)
}

function once(address: string, until: number): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const loaded = load(address, until - Date.now())
  loading.set(address, loaded)
  void loaded.catch(() => loading.delete(address))
  return loaded
}

function load(address: string, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const limit = setTimeout(fail, limitMs)
    function fail() {
      clearTimeout(limit)
      element.remove()
      reject(new Error('The gateway’s script did not load.'))
    }
    element.onload = () => {
      clearTimeout(limit)
      resolve()
    }
    element.onerror = fail
    element.src = trustedAddress(address)
    document.head.append(element)
  })
}

let policy: ScriptAddresses | undefined

/**
 * Our server names the address of the gateway's script, and Trusted Types require a policy to use it. This one
 * accepts only HTTPS and our own site; the page's `script-src` names the hosts.
 */
function trustedAddress(address: string): string {
  policy ??= trustedTypes(gatewayPolicy, checked)
  return policy.createScriptURL(address)
}

function checked(address: string): string {
  const { protocol, origin, href } = new URL(address, location.href)
  if (protocol !== 'https:' && origin !== location.origin) throw new TypeError('No address for a script')
  return href
}
