import { expect, it } from 'vitest'
import { createSemaphore, SemaphoreFull } from './semaphore.ts'

it('runs as many at once as allowed, lets as many wait, and refuses more until one has ended', async () => {
  const acquire = createSemaphore({ active: 1, waiting: 1 })
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const started: string[] = []
  const acquired = [first, second].map(({ promise }, index) =>
    acquire(async () => {
      started.push(`work ${index}`)
      return promise
    }),
  )
  await expect(acquire(async () => 'third')).rejects.toThrow(SemaphoreFull)
  expect(acquire.waiting()).toBe(1)
  expect(started).toEqual(['work 0'])
  first.reject(new Error('failed'))
  await expect(acquired[0]).rejects.toThrow('failed')
  const fourth = acquire(async () => 'fourth')
  second.resolve('second')
  expect(await Promise.all([acquired[1], fourth])).toEqual(['second', 'fourth'])
  expect(await acquire(async () => 'fifth')).toBe('fifth')
})
