import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSemaphore, SemaphoreFull } from './semaphore.ts'

/** Work that goes on until it is told to end. */
function longWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { begun: false }
  const work = () => {
    state.begun = true
    return promise
  }
  return { work, state, end: resolve, fail: reject }
}

describe('turns', () => {
  it('run so many at once, the others in the order they came', async () => {
    const take = createSemaphore({ active: 2, waiting: 10 })
    const works = Array.from({ length: 4 }, longWork)
    const begun = () => works.map(({ state }) => state.begun)
    const taken = works.map(({ work }) => take(work))
    await Promise.resolve()
    expect(begun()).toEqual([true, true, false, false])
    works[1]?.end('second')
    expect(await taken[1]).toBe('second')
    expect(begun()).toEqual([true, true, true, false])
    works[0]?.end('first')
    expect(await taken[0]).toBe('first')
    expect(begun()).toEqual([true, true, true, true])
    works.forEach(({ end }) => end('end'))
    await Promise.all(taken)
  })

  it('are refused once too many wait, and given again when one is free', async () => {
    const take = createSemaphore({ active: 1, waiting: 1 })
    const [first, second] = [longWork(), longWork()]
    const taken = [take(first.work), take(second.work)]
    await expect(take(async () => 'third')).rejects.toThrow(SemaphoreFull)
    first.end('')
    await taken[0]
    const fourth = take(async () => 'fourth')
    second.end('')
    expect(await fourth).toBe('fourth')
    expect(await take(async () => 'fifth')).toBe('fifth')
  })

  it('pass on from work that fails, even before it has begun to wait', async () => {
    const take = createSemaphore({ active: 1, waiting: 5 })
    const rejected = take(() => Promise.reject(new Error('late')))
    const thrown = take(() => {
      throw new Error('at once')
    })
    const last = take(async () => 'done')
    await expect(rejected).rejects.toThrow('late')
    await expect(thrown).rejects.toThrow('at once')
    expect(await last).toBe('done')
  })

  it('are never more than allowed, and none is lost, however long each is', async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1, max: 5 }), async (all, active) => {
        const take = createSemaphore({ active, waiting: 100 })
        let running = 0
        let most = 0
        const work = async (length: number) => {
          running += 1
          most = Math.max(most, running)
          for (let left = length; left > 0; left -= 1) await Promise.resolve()
          running -= 1
          if (length % 3 === 2) throw new Error('fails')
          return length
        }
        const done = await Promise.allSettled(all.map((length) => take(() => work(length))))
        expect(done.map(({ status }) => status === 'rejected')).toEqual(all.map((length) => length % 3 === 2))
        expect(most).toBeLessThanOrEqual(active)
        expect(await take(async () => 'free')).toBe('free')
      }),
    )
  })
})
