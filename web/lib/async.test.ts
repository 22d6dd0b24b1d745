import { expect, test, vi } from 'vitest'
import { later, newest, oneAtATime } from './async.ts'

test('a second press while the first is in progress does nothing', async () => {
  const running = { current: false }
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  const both = [oneAtATime(running, work), oneAtATime(running, work)]
  resolve()
  await Promise.all(both)
  expect(work).toHaveBeenCalledTimes(1)
  await oneAtATime(running, work)
  expect(work).toHaveBeenCalledTimes(2)
})

test('after work that throws the next press works', async () => {
  const running = { current: false }
  const broken = () => Promise.reject(new Error('broken'))
  await expect(oneAtATime(running, broken)).rejects.toThrow('broken')
  await expect(oneAtATime(running, broken)).rejects.toThrow('broken')
})

test('an answer is late once something newer has begun, or everything has ended', () => {
  const guard = newest()
  const first = guard.begin()
  const second = guard.begin()
  expect([first.aborted, second.aborted]).toEqual([true, false])
  guard.end()
  expect(second.aborted).toBe(true)
})

test('code is loaded when it is first needed, and once', async () => {
  const load = vi.fn(async () => 'code')
  const part = later(load)
  expect(part.now()).toBeUndefined()
  expect([await part.fetch(), await part.fetch()]).toEqual([true, true])
  expect(part.now()).toBe('code')
  expect(load).toHaveBeenCalledTimes(1)
})

test('code that could not be loaded is loaded by the next call', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = later(load)
  expect(await part.fetch()).toBe(false)
  expect(await part.fetch()).toBe(true)
  expect(part.now()).toBe('code')
})
