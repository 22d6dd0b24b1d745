import * as z from 'zod/mini'
import { type Checkout, gatewayPolicy } from '#contract/schemas/mandates.ts'
import { type ScriptAddresses, trustedTypes } from '#web/lib/trusted-types.ts'

/** What became of the wish to show the bank. */
type Opened =
  /** Its panel is there, and its window, or that opens with a press in the panel. */
  | { is: 'open'; view: BankView }
  /** The gateway's script is not there. */
  | { is: 'unavailable' }
  /** The gateway's script is there and did not do it. */
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
  /** Handed whatever the script says afterwards, once, more often or never. */
  onAnswer(response: unknown): void
  /** The window for the bank, opened in the press; without one the bank comes into this tab. */
  bank?: Window | undefined
}

/** Shows the bank. The script makes the object that opens its window in the first call, not before. */
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
 * Opens an empty window with a line of text, for the bank to come into; undefined where the browser allows none. It does so
 * in a press alone, and the script opens its window only once there is a token.
 */
export function openForBank(text: string): Window | undefined {
  // As large as the script's own.
  const [width, height] = [outerWidth, outerHeight].map((length) => Math.round(length * 0.85))
  const bank = window.open('', '', `popup,width=${width},height=${height}`)
  if (!bank) return undefined
  bank.document.title = text
  bank.document.body.append(text)
  return bank
}

/** Gives the script that window where it opens one; where it waits for a press in its panel, it opens its own then. */
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

/** The marks of Facebook's, Instagram's and WhatsApp's browsers, and of Android's for apps in general. */
const insideApps = /\bFB(?:AN|AV|_IAB)\b|Instagram|WhatsApp|; wv\)/
/** Apps on an iPhone have the system's browser without its name. */
const appleDevices = /iPhone|iPad|iPod/

/** Whether this is a browser inside an app, which opens no window or one with no way back; only some report it. */
export function isInsideApp({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  if (typeof window.open !== 'function' || insideApps.test(userAgent)) return true
  return appleDevices.test(userAgent) && !userAgent.includes('Safari/')
}

/** What this page can see of the bank. */
export interface BankLook {
  /**
   * `opening`: it has no page of the bank's yet. `unsure`: it looked closed within its first second, as one does that the
   * browser or the bank has cut off from us; it may well be open. None of them proves what the bank did.
   */
  window: 'none' | 'opening' | 'open' | 'closed' | 'unsure'
  /** Whether the gateway's panel lies over the page. */
  hasPanel: boolean
}

/** What the gateway's script has put beside and into the page. */
export interface BankView {
  look(): BankLook
  toFront(): void
  /** Closes the window and takes the panel out of the page. */
  close(): void
}

/** A window that looks closed within so many milliseconds of its opening may have been cut off. */
const CUT_OFF_MS = 1000

export function bankView(): BankView {
  /** The closed window of an earlier attempt, which the script leaves there. */
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

/** A browser that puts the bank’s page into the window at that moment may miss the call, which it is told again then. */
function closeWindow(opened: Window, closings = CLOSINGS): void {
  opened.close()
  if (closings === 1) return
  setTimeout(() => {
    if (!opened.closed) closeWindow(opened, closings - 1)
  }, CLOSE_AGAIN_MS)
}

/** The window of the gateway's script: a global of its own, an empty text until there is one, null where it was blocked. */
function bankWindow(): Window | undefined {
  const value: unknown = Reflect.get(window, 'bankWindow')
  return typeof value === 'object' && value !== null ? (value as Window) : undefined
}

/** Access to another site's page is an error, which shows that it is there. */
function hasPage(opened: Window): boolean {
  try {
    // What the script writes into its empty window takes the address of this page.
    return !['about:blank', document.URL].includes(opened.location.href)
  } catch {
    return true
  }
}

const PANEL = '#checkoutmodal'

export function hasPanel(): boolean {
  return document.querySelector(PANEL) !== null
}

/** All that the script puts over the page, as it does itself when its panel is closed. */
export function removePanel(): void {
  for (const one of document.querySelectorAll(`${PANEL}, #otpmodal, .modalpage`)) one.remove()
  document.body.classList.remove('hideScroll')
}

/** Milliseconds for both scripts together. */
const LIMIT_MS = 12_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads the gateway's script, and first the jQuery that it needs to find, unless they are there; rejects when one does
 * not load. Each is loaded once; one that failed is removed from the page and loaded anew by the next call.
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
 * The gateway's script is loaded at an address that our server names, and under Trusted Types an address is taken from a
 * policy alone. This one lets nothing through but HTTPS and our own site; the page's `script-src` then names the hosts.
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
