import { describe, expect, it, vi } from 'vitest'
import { createLimits, type Limit } from './memory-limits.ts'

async function uses(limit: Limit, key: string, times: number) {
  let allowed = 0
  for (let time = 0; time < times; time += 1) if ((await limit.consume(key)).allowed) allowed += 1
  return allowed
}

const one = '203.0.113.1'
const other = '203.0.113.2'

describe('a limit', () => {
  it.each([
    [1, 5],
    [0.1, 1],
    [1.9, 9],
  ])('scaled by %d allows %i of a rule of five', async (scale, allowed) => {
    const limit = createLimits(scale)({ name: 'test', points: 5, seconds: 60 })
    expect(await uses(limit, one, allowed + 3)).toBe(allowed)
    expect(await uses(limit, other, 1)).toBe(1)
  })

  it('counts no use that was given back', async () => {
    const limit = createLimits(1)({ name: 'test', points: 1, seconds: 60 })
    for (let use = 0; use < 3; use += 1) {
      const answer = await limit.consume(one)
      if (!answer.allowed) throw new Error('refused')
      await answer.giveBack()
    }
    expect(await uses(limit, one, 2)).toBe(1)
  })

  it('counts what a use costs, and nothing of one that costs more than is left', async () => {
    const limit = createLimits(1)({ name: 'test', points: 10, seconds: 60 })
    const allowed = async (cost: number) => (await limit.consume(one, cost)).allowed
    for (const [cost, is] of [
      [7, true],
      [4, false],
      [2.5, true],
      [1, false],
    ] as const)
      expect([cost, await allowed(cost)]).toEqual([cost, is])
  })

  it('is checked without counting, and charged afterwards for more than was left', async () => {
    const limit = createLimits(1)({ name: 'test', points: 10, seconds: 60 })
    for (let check = 0; check < 20; check += 1) expect(await limit.check(one)).toEqual({ allowed: true })
    await limit.charge(one, 8)
    expect(await limit.check(one, 2)).toEqual({ allowed: true })
    expect(await limit.check(one, 3)).toMatchObject({ allowed: false })
    await limit.charge(one, 500)
    expect(await limit.check(one)).toEqual({ allowed: false, retryAfterSeconds: 60 })
    expect(await limit.check(other)).toEqual({ allowed: true })
  })

  it('answers the wait in whole seconds, and allows again when that has passed', async () => {
    const refused: string[] = []
    const limit = createLimits(1, (rule) => refused.push(rule))({ name: 'test', points: 1, seconds: 1 })
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await limit.consume(one)
    expect(await limit.consume(one)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    vi.advanceTimersByTime(999)
    expect(await limit.check(one)).toMatchObject({ allowed: false })
    expect(refused).toEqual(['test', 'test'])
    vi.advanceTimersByTime(1)
    expect(await limit.check(one)).toEqual({ allowed: true })
    expect(await limit.consume(one)).toMatchObject({ allowed: true })
  })
})

describe('a limit of networks', () => {
  const many = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(2, '0'))
  it.each([
    ['one IPv4 address', ['203.0.113.9'], 5],
    ['forty IPv4 addresses', many.map((_, at) => `203.0.113.${at}`), 200],
    ['forty addresses of a /64', many.map((at) => `2001:db8:1:1::${at}`), 5],
    ['forty /64', many.map((at) => `2001:db8:1:${at}::1`), 200],
    ['whatever is no address, as one caller', ['account', '', 'unknown'], 5],
  ])('allows %s together what it should', async (_, addresses, expected) => {
    const limit = createLimits(1)({ name: 'test', points: 5, seconds: 60 })
    let allowed = 0
    for (const address of addresses) allowed += await uses(limit, address, 8)
    expect(allowed).toBe(expected)
  })
})
