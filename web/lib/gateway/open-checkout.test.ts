import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCheckout, openInThisTab } from './open-checkout.ts'

interface Config {
  consumerData: { responseHandler?: (response: unknown) => void; token?: string }
}

const config = { features: { enableNewWindowFlow: true }, consumerData: { token: 'abc' } }

/** As much of a page as the gateway's script is met in; `opens` plays the browser. */
function page(opens: () => object | null, openNewWindow?: (this: { open(): unknown }) => void) {
  const given: Config[] = []
  const place = {
    open: opens,
    $: Object.assign(() => undefined, { pnCheckout: (one: Config) => void given.push(one) }),
    pnCheckoutShared: { openNewWindow: openNewWindow ?? (() => void window.open('', 'bank')) },
  }
  vi.stubGlobal('window', place)
  return { place, given }
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the script is given the config as it is, and the one who is told the answer', () => {
  const { given } = page(() => ({ closed: false }))
  const told: unknown[] = []
  expect(openCheckout(config, (response) => told.push(response))).toMatchObject({ is: 'open' })
  expect(given).toEqual([
    { ...config, consumerData: { token: 'abc', responseHandler: expect.any(Function) } },
  ])
  given[0]?.consumerData.responseHandler?.('answer')
  expect(told).toEqual(['answer'])
  expect(config.consumerData).toEqual({ token: 'abc' })
})

test('the window that it opened is brought to front, looked at and closed by us', () => {
  const bank = { closed: false, focus: vi.fn(), close: vi.fn() }
  const { place } = page(() => bank)
  const before = place.open
  const opened = openCheckout(config, () => undefined)
  if (opened.is !== 'open') throw new Error('it is open')
  opened.window?.toFront()
  opened.window?.close()
  expect(bank.focus).toHaveBeenCalledOnce()
  expect(bank.close).toHaveBeenCalledOnce()
  expect(opened.window?.isGone()).toBe(false)
  bank.closed = true
  expect(opened.window?.isGone()).toBe(true)
  expect(place.open).toBe(before)
})

test('a browser that opens no window is told from a script that fails', () => {
  page(() => null)
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'blocked' })
  page(
    () => null,
    () => {
      const opened = window.open('')
      opened?.focus()
      throw new TypeError('the window is null')
    },
  )
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'blocked' })
  page(
    () => ({}),
    () => {
      throw new Error('no bank')
    },
  )
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'failed' })
})

test('a window opened in a way of the script’s own is open all the same', () => {
  page(
    () => ({}),
    () => undefined,
  )
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'open', window: undefined })
})

test('without the script, or with half of it, there is no gateway', () => {
  const { place } = page(() => ({}))
  vi.stubGlobal('window', { open: place.open })
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'unavailable' })
  expect(openInThisTab(config)).toEqual({ is: 'unavailable' })
  vi.stubGlobal('window', { ...place, pnCheckoutShared: {} })
  expect(openCheckout(config, () => undefined)).toEqual({ is: 'unavailable' })
})

test('in this tab the script is given the config, and nobody who is told', () => {
  const { given } = page(() => ({}))
  expect(openInThisTab(config)).toEqual({ is: 'open' })
  expect(given).toEqual([config])
})
