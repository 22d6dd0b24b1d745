import { describe, expect, it } from 'vitest'
import { createBatcher } from './batch.ts'

describe('gathering writes', () => {
  it('gives each item to one run, in order, never more at once than allowed', async () => {
    const runs: number[][] = []
    const add = createBatcher<number>(async (items) => {
      runs.push(items)
      await new Promise(setImmediate)
    }, 4)
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)))
    expect(runs.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(Math.max(...runs.map((items) => items.length))).toBe(4)
    await add(10)
    expect(runs.at(-1)).toEqual([10])
  })

  it('tells a failed run to those in it and to nobody else', async () => {
    const add = createBatcher<number>(async (items) => {
      if (items.includes(1)) throw new Error('no')
    }, 2)
    const outcomes = await Promise.allSettled([add(0), add(1), add(2), add(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
    await add(4)
  })
})
