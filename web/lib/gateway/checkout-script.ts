import type { Checkout } from '#contract/mandates.ts'
import { trustedAddress } from './trusted-address.ts'

/** Milliseconds for each of the two scripts. */
const LIMIT_MS = 15_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads the gateway's script, and first the jQuery that it needs to find, unless they are there; rejects when one does
 * not come. Each is loaded once; one that failed is taken out of the page and asked for anew by the next call.
 */
export async function loadCheckout({ library, script }: Pick<Checkout, 'library' | 'script'>): Promise<void> {
  if (!('jQuery' in window)) await once(library)
  await once(script)
}

function once(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const loaded = load(address)
  loading.set(address, loaded)
  void loaded.catch(() => loading.delete(address))
  return loaded
}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const limit = setTimeout(fail, LIMIT_MS)
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
