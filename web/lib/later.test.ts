import { expect, test, vi } from 'vitest'
import { later } from './later.ts'

test('code is fetched when it is first wanted, and once', async () => {
  const fetch = vi.fn(async () => 'code')
  const part = later(fetch)
  expect(part.now()).toBeUndefined()
  expect([await part.come(), await part.come()]).toEqual([true, true])
  expect(part.now()).toBe('code')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('code that could not be fetched is asked for again by the next wish', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fetch = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = later(fetch)
  expect(await part.come()).toBe(false)
  expect(await part.come()).toBe(true)
  expect(part.now()).toBe('code')
})
