import * as z from 'zod/mini'
import { bankWindow, watchedWindows, type BankWindow } from './watched-windows.ts'

/** What became of the wish to show the bank. */
export type Opened =
  /** `window` is absent where the gateway's script opened it in a way of its own. */
  | { is: 'open'; window?: BankWindow | undefined }
  /** The browser allowed no window. */
  | { is: 'blocked' }
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

/** What the gateway's script leaves in the page (wires 1.1). */
const gatewayScript = z.object({
  $: z.custom<Library>((value) => hasFunction(value, 'pnCheckout')),
  pnCheckoutShared: z.custom<Shared>((value) => hasFunction(value, 'openNewWindow')),
})

function hasFunction(value: unknown, name: string): boolean {
  return Object(value) === value && typeof Reflect.get(Object(value), name) === 'function'
}

function scriptHere() {
  const read = gatewayScript.safeParse({
    $: Reflect.get(window, '$'),
    pnCheckoutShared: Reflect.get(window, 'pnCheckoutShared'),
  })
  return read.success ? read.data : undefined
}

/**
 * Shows the bank in a window of its own; to be called in the click itself, or the browser blocks that window. `onAnswer`
 * is handed whatever the script says afterwards, once, more often or never.
 */
export function openCheckout(config: Record<string, unknown>, onAnswer: (response: unknown) => void): Opened {
  const script = scriptHere()
  if (!script) return { is: 'unavailable' }
  try {
    const windows = watchedWindows(() => {
      script.$.pnCheckout(withHandler(config, onAnswer))
      script.pnCheckoutShared.openNewWindow()
    })
    if (windows.includes(null)) return { is: 'blocked' }
    const [opened] = windows
    return { is: 'open', window: opened ? bankWindow(opened) : undefined }
  } catch (error) {
    console.error('The gateway’s script failed.', error)
    return { is: 'failed' }
  }
}

/** Shows the bank in this tab; it comes back by the address in the config. */
export function openInThisTab(config: Record<string, unknown>): Opened {
  const script = scriptHere()
  if (!script) return { is: 'unavailable' }
  try {
    script.$.pnCheckout(config)
    return { is: 'open' }
  } catch (error) {
    console.error('The gateway’s script failed.', error)
    return { is: 'failed' }
  }
}

const configShape = z.object({ consumerData: z.record(z.string(), z.unknown()) })

function withHandler(config: Record<string, unknown>, responseHandler: (response: unknown) => void) {
  const { consumerData } = configShape.parse(config)
  return { ...config, consumerData: { ...consumerData, responseHandler } }
}
