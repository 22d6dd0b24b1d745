import { isPartMissing, stopScript } from './checkout-script.ts'

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
  /** Whether a part of the script did not load in time, so that it cannot work. */
  isStuck(): boolean
  toFront(): void
  /** Closes the window and takes the panel out of the page. */
  close(): void
  /** The same, and ends the script, which would ask for its missing part for ever. */
  end(): void
}

/** Milliseconds for the script's own parts; with what follows, a message is shown after fifteen seconds. */
const PARTS_LIMIT_MS = 12_000

/** A window that looks closed within so many milliseconds of its opening may have been cut off. */
const CUT_OFF_MS = 1000

export function bankView(script: string): BankView {
  const begun = Date.now()
  /** The closed window of an earlier attempt, which the script leaves there. */
  const before = bankWindow()
  const firstTimer = setTimeout(() => undefined)
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
  function close() {
    lookAtWindow()
    bank?.close()
    removePanel()
  }
  return {
    look: () => ({ window: lookAtWindow(), hasPanel: hasPanel() }),
    isStuck() {
      const isLate = Date.now() - begun >= PARTS_LIMIT_MS
      return isLate && lookAtWindow() !== 'open' && isPartMissing(script)
    },
    toFront: () => bank?.focus(),
    close,
    end() {
      close()
      stopScript(script, firstTimer)
    },
  }
}

/** The window of the gateway's script: a global of its own, an empty text until there is one, null where it was blocked. */
function bankWindow(): Window | undefined {
  const value: unknown = Reflect.get(window, 'bankWindow')
  return typeof value === 'object' && value !== null ? (value as Window) : undefined
}

export function isBlocked(): boolean {
  return Reflect.get(window, 'bankWindow') === null
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
