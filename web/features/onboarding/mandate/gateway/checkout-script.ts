import { type Checkout, gatewayPolicy } from '#contract/schemas/mandates.ts'
import { type ScriptAddresses, trustedTypes } from '#web/lib/trusted-types.ts'

/** Milliseconds for both scripts together. */
const LIMIT_MS = 12_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads the gateway's script, and first the jQuery that it needs to find, unless they are there; rejects when one does
 * not load. Each is loaded once; one that failed is removed from the page and loaded anew by the next call.
 */
export async function loadCheckout({ library, script }: Pick<Checkout, 'library' | 'script'>): Promise<void> {
  const until = Date.now() + LIMIT_MS
  noteLoaded()
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

/** Addresses of the scripts that have loaded, without their query. */
const loaded = new Set<string>()

function bare(address: string): string {
  return address.split(/[?#]/)[0] ?? ''
}

/** The scripts in the page that lie beside the gateway's, which has loaded them itself. */
function partsOf(script: string): HTMLScriptElement[] {
  const [folder = ''] = new URL(script, location.href).href.split('lib/checkout.js')
  return [...document.scripts].filter(({ src }) => src.startsWith(folder))
}

/** Notes which scripts load; called before the first is requested. */
function noteLoaded(): void {
  document.addEventListener('load', noteOne, true)
}

function noteOne({ target }: Event): void {
  if (target instanceof HTMLScriptElement) loaded.add(bare(target.src))
}

export function isPartMissing(script: string): boolean {
  return partsOf(script).some(({ src }) => !loaded.has(bare(src)))
}

/**
 * Ends the timers of the gateway's script: it requests a part that does not load again and again, and no page can
 * tell it to stop. Its timers are those since `first`; ours among them are over by then too. The next call loads it anew.
 */
export function stopScript(script: string, first: ReturnType<typeof setTimeout>): void {
  for (const part of partsOf(script)) {
    part.onload = part.onerror = null
    loaded.delete(bare(part.src))
    part.remove()
  }
  loading.delete(script)
  const last = Number(setTimeout(() => undefined))
  for (let timer = Number(first); timer <= last; timer += 1) clearTimeout(timer)
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
