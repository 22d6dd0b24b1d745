import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPress, noticePresses } from './focus.ts'

let page = new EventTarget()
let stop: () => void
function presses(kind: string) {
  page.dispatchEvent(new Event(kind))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  stop = noticePresses()
})
afterEach(() => {
  stop()
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what is to be done waits for the end of the press, and then for its click', () => {
  const done = vi.fn()
  presses('pointerdown')
  afterPress(done)
  vi.runAllTimers()
  expect(done).not.toHaveBeenCalled()
  presses('pointerup')
  expect(done).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(done).toHaveBeenCalledOnce()
})

test.each(['pointercancel', 'dragend'])('a press that ends by %s ends too', (end) => {
  const done = vi.fn()
  presses('pointerdown')
  afterPress(done)
  presses(end)
  vi.runAllTimers()
  expect(done).toHaveBeenCalledOnce()
})

test('without a press it is done at once', () => {
  const done = vi.fn()
  afterPress(done)
  vi.runAllTimers()
  expect(done).toHaveBeenCalledOnce()
})

test('a second press on the heels of the first does not lose what waits', () => {
  const done = vi.fn()
  presses('pointerdown')
  afterPress(done)
  presses('pointerup')
  presses('pointerdown')
  vi.runAllTimers()
  expect(done).not.toHaveBeenCalled()
  presses('pointerup')
  vi.runAllTimers()
  expect(done).toHaveBeenCalledOnce()
})
