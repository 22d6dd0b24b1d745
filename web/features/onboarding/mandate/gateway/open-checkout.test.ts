import { beforeEach, expect, test, vi } from 'vitest'
import { isInsideApp, openCheckout, type Opening } from './checkout.ts'

interface Config {
  features: object
  consumerData: { responseHandler?: (response: unknown) => void; token?: string }
}

const config = { features: { enableNewWindowFlow: true }, consumerData: { token: 'abc' } }

type Place = Record<string, unknown> & { bankWindow: unknown; open(): unknown }

/** As after the press, when a browser no longer allows a window. */
function blocked(): null {
  return null
}

/** The parts of a page that the gateway's script uses. Like the vendor's, nothing opens a window before the first call. */
function page(openNewWindow: (place: Place) => void, pnCheckout?: () => void) {
  const given: Config[] = []
  const panels: { remove(): void }[] = []
  const body = { classList: { remove: vi.fn() } }
  const place: Place = {
    ...{ bankWindow: '', open: blocked },
    $: Object.assign(() => undefined, {
      pnCheckout(one: Config) {
        given.push(one)
        panels.push({ remove: () => void panels.pop() })
        pnCheckout?.()
        place['pnCheckoutShared'] = { openNewWindow: () => openNewWindow(place) }
      },
    }),
  }
  vi.stubGlobal('window', place)
  vi.stubGlobal('document', {
    body,
    querySelector: () => panels[0] ?? null,
    querySelectorAll: () => [...panels],
  })
  return { place, given, panels }
}

function open(changes: Partial<Opening> = {}) {
  const bank = { closed: false, close: vi.fn() } as unknown as Window
  return openCheckout({ checkout: { config }, onAnswer: () => undefined, bank, ...changes })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the script gets the unchanged config and the callback for the answer', () => {
  const { given } = page((place) => (place.bankWindow = place.open()))
  const told: unknown[] = []
  expect(open({ onAnswer: (response) => told.push(response) })).toMatchObject({ is: 'open' })
  const consumerData = { token: 'abc', responseHandler: expect.any(Function) }
  expect(given).toEqual([{ ...config, consumerData }])
  given[0]?.consumerData.responseHandler?.('answer')
  expect(told).toEqual(['answer'])
  expect(config.consumerData).toEqual({ token: 'abc' })
})

test('in this tab the script is told to open no window, and none is opened', () => {
  const openNewWindow = vi.fn()
  const { given } = page(openNewWindow)
  expect(open({ bank: undefined })).toMatchObject({ is: 'open' })
  expect(given).toMatchObject([{ features: { enableNewWindowFlow: false }, consumerData: { token: 'abc' } }])
  expect(openNewWindow).not.toHaveBeenCalled()
})

test('if the script opens its window it gets the one of the press, only then and only there', () => {
  const { place } = page((it) => (it.bankWindow = it.open()))
  const bank = { closed: false, close: vi.fn() }
  expect(open({ bank: bank as unknown as Window })).toMatchObject({ is: 'open' })
  expect(place.bankWindow).toBe(bank)
  expect(bank.close).not.toHaveBeenCalled()
  expect(place.open).toBe(blocked)
})

test('it is no failure if there is no window yet: that of the press is closed, and the panel opens its own with another', () => {
  const { place } = page(() => undefined)
  const bank = { closed: false, close: vi.fn() }
  const opened = open({ bank: bank as unknown as Window })
  if (opened.is !== 'open') throw new Error('it is open')
  expect(bank.close).toHaveBeenCalledOnce()
  expect(opened.view.look()).toEqual({ window: 'none', hasPanel: true })
  place.bankWindow = { closed: false, location: { href: 'about:blank' } }
  expect(opened.view.look()).toEqual({ window: 'opening', hasPanel: true })
})

test.each([
  ['throws as it is called', page.bind(undefined, () => undefined, thrower)],
  ['throws as it opens the window', page.bind(undefined, thrower)],
])('a script that %s has failed, and leaves no panel', (_, setUp) => {
  const { panels } = setUp()
  expect(open()).toEqual({ is: 'failed' })
  expect(panels).toEqual([])
})

function thrower(): void {
  throw new Error('no bank')
}

test.each([{}, { $: () => undefined }])('without the script there is no gateway: %o', (window) => {
  vi.stubGlobal('window', window)
  expect(open()).toEqual({ is: 'unavailable' })
})

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'
const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test.each([
  [`${android}; wv) ${chrome}`, true],
  [`${android}) ${chrome} [FB_IAB/FB4A;FBAV/470.0.0;]`, true],
  [`${android}) ${chrome} Instagram 330.0.0 Android`, true],
  [`${android}) ${chrome} WhatsApp/2.24.1`, true],
  [`${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0]`, true],
  [`${apple} Mobile/15E148`, true],
  [`${apple} Version/17.5 Mobile/15E148 Safari/604.1`, false],
  [`${apple} CriOS/126.0 Mobile/15E148 Safari/604.1`, false],
  [`${android}) ${chrome}`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
])('%s is inside an app: %s; a browser without windows counts as one', (userAgent, expected) => {
  vi.stubGlobal('window', { open: () => null })
  expect(isInsideApp({ userAgent })).toBe(expected)
  vi.stubGlobal('window', {})
  expect(isInsideApp({ userAgent })).toBe(true)
})
