import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bankView } from './checkout.ts'

interface FakeWindow {
  closed: boolean
  location: { href: string }
  focus(): void
  close(): void
}

let place: { bankWindow: unknown }
let bank: FakeWindow
const panel = { remove: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  bank = { closed: false, location: { href: 'about:blank' }, focus: vi.fn(), close: vi.fn() }
  place = { bankWindow: '' }
  vi.stubGlobal('window', place)
  vi.stubGlobal('document', {
    URL: 'https://site.example/register',
    querySelector: () => null,
    querySelectorAll: () => [panel],
    body: { classList: { remove: vi.fn() } },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a window', () => {
  test('that is there, has its bank, and is closed', () => {
    const view = bankView('/lib/checkout.js')
    expect(view.look().window).toBe('none')
    place.bankWindow = bank
    expect(view.look().window).toBe('opening')
    bank.location.href = document.URL
    expect(view.look().window).toBe('opening')
    bank.location.href = '/sandbox/gateway/bank'
    expect(view.look().window).toBe('open')
    bank.closed = true
    expect(view.look().window).toBe('closed')
  })

  test('with another site’s page in it, at which nobody may look, has its bank', () => {
    Object.defineProperty(bank, 'location', {
      get() {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
    const view = bankView('/lib/checkout.js')
    place.bankWindow = bank
    expect(view.look().window).toBe('open')
  })

  test('of an earlier attempt, which the script leaves there, is none of this one', () => {
    place.bankWindow = Object.assign(bank, { closed: true })
    const view = bankView('/lib/checkout.js')
    expect(view.look().window).toBe('none')
    place.bankWindow = { ...bank, closed: false }
    expect(view.look().window).toBe('opening')
  })

  test('that was there for a second, and is closed before its bank came', () => {
    const view = bankView('/lib/checkout.js')
    place.bankWindow = bank
    view.look()
    vi.advanceTimersByTime(1000)
    expect(view.look().window).toBe('opening')
    bank.closed = true
    expect(view.look().window).toBe('closed')
  })

  test('that looks closed at once may have been cut off, and be open', () => {
    const view = bankView('/lib/checkout.js')
    place.bankWindow = bank
    view.look()
    bank.closed = true
    expect(view.look().window).toBe('unsure')
  })

  test('of a second attempt in the panel begins anew', () => {
    const view = bankView('/lib/checkout.js')
    place.bankWindow = { ...bank, closed: true, location: { href: '/bank' } }
    view.look()
    place.bankWindow = bank
    expect(view.look().window).toBe('opening')
  })
})

test('what is closed is the window that the script opened last, and its panel goes', () => {
  const view = bankView('/lib/checkout.js')
  place.bankWindow = bank
  view.toFront()
  view.look()
  view.toFront()
  expect(bank.focus).toHaveBeenCalledOnce()
  view.close()
  expect(bank.close).toHaveBeenCalledOnce()
  expect(panel.remove).toHaveBeenCalledOnce()
})

test('a window that misses the first call is told again to close, until it is closed', () => {
  const view = bankView('/lib/checkout.js')
  place.bankWindow = bank
  bank.close = vi
    .fn()
    .mockImplementationOnce(() => undefined)
    .mockImplementation(() => (bank.closed = true))
  view.close()
  vi.advanceTimersByTime(60_000)
  expect(bank.close).toHaveBeenCalledTimes(2)
})
