import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bankView } from './checkout.ts'

function newBank() {
  return { closed: false, location: { href: 'about:blank' }, focus: vi.fn(), close: vi.fn() }
}
let place: { bankWindow: unknown }
let bank: ReturnType<typeof newBank>
const panel = { remove: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  bank = newBank()
  place = { bankWindow: '' }
  vi.stubGlobal('window', place)
  vi.stubGlobal('document', {
    URL: 'https://site.example/register',
    querySelector: () => null,
    querySelectorAll: () => [panel],
    body: { classList: { remove: vi.fn() } },
  })
})

describe('a window', () => {
  test('that is open shows the bank, and can be closed', () => {
    const view = bankView()
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

  test('with another site’s page, which scripts cannot read, shows the bank', () => {
    Object.defineProperty(bank, 'location', {
      get() {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
    const view = bankView()
    place.bankWindow = bank
    expect(view.look().window).toBe('open')
  })

  test('of an earlier attempt, which the script leaves behind, does not count for this one', () => {
    place.bankWindow = Object.assign(bank, { closed: true })
    const view = bankView()
    expect(view.look().window).toBe('none')
    place.bankWindow = { ...bank, closed: false }
    expect(view.look().window).toBe('opening')
  })

  test.each([
    ['at once may have been cut off, and be open', 0, 'unsure'],
    ['after a second, before its bank came, is closed', 1000, 'closed'],
  ])('that looks closed %s', (_, afterMs, window) => {
    const view = bankView()
    place.bankWindow = bank
    view.look()
    vi.advanceTimersByTime(afterMs)
    expect(view.look().window).toBe('opening')
    bank.closed = true
    expect(view.look().window).toBe(window)
  })

  test('of a second attempt in the panel starts anew', () => {
    const view = bankView()
    place.bankWindow = { ...bank, closed: true, location: { href: '/bank' } }
    view.look()
    place.bankWindow = bank
    expect(view.look().window).toBe('opening')
  })
})

test('closing closes the window that the script opened last, and removes its panel', () => {
  const view = bankView()
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
  const view = bankView()
  place.bankWindow = bank
  bank.close.mockReturnValueOnce(undefined).mockImplementation(() => (bank.closed = true))
  view.close()
  vi.advanceTimersByTime(60_000)
  expect(bank.close).toHaveBeenCalledTimes(2)
})
