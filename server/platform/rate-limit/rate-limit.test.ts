import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLimits, limitCallers } from './rate-limit.ts'

async function uses(limit: (key: string) => Promise<{ allowed: boolean }>, key: string, times: number) {
  const answers: boolean[] = []
  for (let time = 0; time < times; time += 1) answers.push((await limit(key)).allowed)
  return answers.filter(Boolean).length
}

describe('a limit', () => {
  afterEach(() => vi.useRealTimers())
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

  it('answers the wait in whole seconds, and allows again when that has passed', async () => {
    const limit = createLimits(1)({ name: 'test', points: 1, seconds: 1 })
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await limit('a')
    expect(await limit('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    vi.advanceTimersByTime(999)
    expect(await limit('a')).toMatchObject({ allowed: false })
    vi.advanceTimersByTime(1)
    expect(await limit('a')).toMatchObject({ allowed: true })
  })
})

describe('a limit of callers', () => {
  const rule = { name: 'test', points: 5, seconds: 60 }
  const allowedOf = async (addresses: readonly string[]) => {
    const limit = limitCallers(createLimits(1))(rule)
    let allowed = 0
    for (const address of addresses) allowed += await uses(limit, address, 8)
    return allowed
  }
  const many = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(2, '0'))
  it.each([
    ['one IPv4 address', ['203.0.113.9'], 5],
    ['forty IPv4 addresses', many.map((_, at) => `203.0.113.${at}`), 200],
    ['forty addresses of a /64', many.map((at) => `2001:db8:1:1::${at}`), 5],
    ['forty /64 of a /56', many.map((at) => `2001:db8:1:1${at}::1`), 20],
    ['forty /56 of a /48', many.map((at) => `2001:db8:1:${at}00::1`), 50],
    ['forty /48', many.map((at) => `2001:db8:${at}::1`), 200],
  ])('allows %s together what it should', async (_, addresses, allowed) => {
    expect(await allowedOf(addresses)).toBe(allowed)
  })

  it('counts what one network refuses in no other', async () => {
    const limit = limitCallers(createLimits(1))(rule)
    expect(await uses(limit, '2001:db8:1:1::1', 100)).toBe(5)
    expect(await uses(limit, '2001:db8:1:2::1', 8)).toBe(5)
  })
})
