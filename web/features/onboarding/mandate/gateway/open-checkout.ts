import * as z from 'zod/mini'
import type { Checkout } from '#contract/schemas/mandates.ts'
import { bankView, type BankView, isBlocked, removePanel } from './bank-view.ts'

/** What became of the wish to show the bank. */
export type Opened =
  /** Its panel is there, and its window, or that opens with a press in the panel. */
  | { is: 'open'; view: BankView }
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

const library = z.custom<Library>((value) => hasFunction(value, 'pnCheckout'))
const shared = z.custom<Shared>((value) => hasFunction(value, 'openNewWindow'))

function hasFunction(value: unknown, name: string): boolean {
  return Object(value) === value && typeof Reflect.get(Object(value), name) === 'function'
}

export interface Opening {
  checkout: Pick<Checkout, 'script' | 'config'>
  /** Handed whatever the script says afterwards, once, more often or never. */
  onAnswer(response: unknown): void
  /** In this tab; otherwise in a window of its own, and then in the click itself, or the browser blocks that. */
  isHere: boolean
}

/** Shows the bank. The script makes the object that opens its window in the first call, not before. */
export function openCheckout({ checkout: { script, config }, onAnswer, isHere }: Opening): Opened {
  const found = library.safeParse(Reflect.get(window, '$'))
  if (!found.success) return { is: 'unavailable' }
  const view = bankView(script)
  try {
    found.data.pnCheckout(configFor(config, { onAnswer, isHere }))
    if (isHere) return { is: 'open', view }
    shared.parse(Reflect.get(window, 'pnCheckoutShared')).openNewWindow()
    if (!isBlocked()) return { is: 'open', view }
    removePanel()
    return { is: 'blocked' }
  } catch (error) {
    console.error('The gateway’s script failed.', error)
    // With a window that it may have opened before.
    view.close()
    return { is: 'failed' }
  }
}

const configShape = z.looseObject({
  features: z.record(z.string(), z.unknown()),
  consumerData: z.record(z.string(), z.unknown()),
})

function configFor(config: Record<string, unknown>, { onAnswer, isHere }: Omit<Opening, 'checkout'>) {
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
