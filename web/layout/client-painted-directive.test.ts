import { expect, test, vi } from 'vitest'
import painted from './client-painted-directive.ts'

/** The parts of a browser that an island waits for; the test says when it has painted. */
function opened() {
  vi.useFakeTimers()
  let told: () => void = () => undefined
  class Observer {
    constructor(tell: () => void) {
      told = tell
    }
    observe() {}
  }
  vi.stubGlobal('document', { readyState: 'interactive' })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('PerformanceObserver', Observer)
  const load = vi.fn(async () => async () => undefined)
  void painted(load)
  return { load, paint: () => told() }
}

test('an island’s scripts are loaded once the browser reports that the page was painted', async () => {
  const { load, paint } = opened()
  await vi.advanceTimersByTimeAsync(900)
  expect(load).not.toHaveBeenCalled()
  paint()
  await vi.advanceTimersByTimeAsync(50)
  expect(load).toHaveBeenCalledOnce()
})

test('a browser that reports no paint is waited for one second', async () => {
  const { load } = opened()
  await vi.advanceTimersByTimeAsync(1050)
  expect(load).toHaveBeenCalledOnce()
})
