import type { Checkout } from '#contract/schemas/mandates.ts'
import { noteLoaded } from './checkout-parts.ts'
import { trustedAddress } from './trusted-address.ts'

/** Milliseconds for both scripts together. */
const LIMIT_MS = 12_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads the gateway's script, and first the jQuery that it needs to find, unless they are there; rejects when one does
 * not come. Each is loaded once; one that failed is taken out of the page and asked for anew by the next call.
 */
export async function loadCheckout({ library, script }: Pick<Checkout, 'library' | 'script'>): Promise<void> {
  const until = Date.now() + LIMIT_MS
  noteLoaded()
  if (!('jQuery' in window)) await once(library, until)
  await once(script, until)
}

/** The next call is to load the script anew, with the parts that it loads itself. */
export function forgetScript(script: string): void {
  loading.delete(script)
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
