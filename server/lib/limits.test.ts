import { describe, expect, it, vi } from 'vitest'
import { createLimits } from './limits.ts'

async function uses(limit: (key: string) => Promise<{ allowed: boolean }>, key: string, times: number) {
  const answers: boolean[] = []
  for (let time = 0; time < times; time += 1) answers.push((await limit(key)).allowed)
  return answers.filter(Boolean).length
}

describe('a limit', () => {
  it.each([
    [1, 5],
    [0.1, 1],
    [1.9, 9],
    [1000, 5000],
  ])('scaled by %d allows %i of a rule of five', async (scale, allowed) => {
    const limit = createLimits(scale)({ name: 'test', points: 5, seconds: 60 })
    expect(await uses(limit, 'a', allowed + 3)).toBe(allowed)
    expect(await uses(limit, 'b', 1)).toBe(1)
  })

  it('is not another rule’s', async () => {
    const limits = createLimits(1)
    await uses(limits({ name: 'one', points: 1, seconds: 60 }), 'a', 2)
    expect(await uses(limits({ name: 'two', points: 1, seconds: 60 }), 'a', 1)).toBe(1)
  })

  it('counts no use that was given back', async () => {
    const limit = createLimits(1)({ name: 'test', points: 1, seconds: 60 })
    for (let use = 0; use < 3; use += 1) {
      const answer = await limit('a')
      if (!answer.allowed) throw new Error('refused')
      await answer.giveBack()
    }
    expect(await uses(limit, 'a', 2)).toBe(1)
  })

  it('tells the wait in whole seconds, and is over when that has passed', async () => {
    const limit = createLimits(1)({ name: 'test', points: 1, seconds: 1 })
    await limit('a')
    expect(await limit('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    await vi.waitFor(async () => expect(await limit('a')).toMatchObject({ allowed: true }), {
      timeout: 15_000,
    })
  })
})
