import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

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
