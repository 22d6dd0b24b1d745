import { expect, it, vi } from 'vitest'
import { createOverload } from './overload.ts'

it('refuses after the event loop was late at two checks in a row, not at one, and recovers by itself', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const delay = { max: 0, enable: () => true, reset: () => undefined }
  const overloaded = createOverload(delay)
  const seen = [600, 400, 600, 600, 400].map((lateMs) => {
    delay.max = lateMs * 1e6
    vi.advanceTimersByTime(1000)
    return overloaded()
  })
  expect(seen).toEqual([false, false, false, true, false])
})
