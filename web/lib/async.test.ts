import { afterEach, expect, test, vi } from 'vitest'
import { later, oneAtATime } from './async.ts'

afterEach(() => vi.restoreAllMocks())

test('a second press while the first is under way does nothing', async () => {
  const running = { current: false }
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const work = () => {
    begun += 1
    return promise
  }
  const both = [oneAtATime(running, work), oneAtATime(running, work)]
  resolve()
  await Promise.all(both)
  expect(begun).toBe(1)
  await oneAtATime(running, work)
  expect(begun).toBe(2)
})

test('work that throws leaves the next press alive', async () => {
  const running = { current: false }
  const broken = () => Promise.reject(new Error('broken'))
  await expect(oneAtATime(running, broken)).rejects.toThrow('broken')
  await expect(oneAtATime(running, broken)).rejects.toThrow('broken')
})

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
