import { describe, expect, it, vi } from 'vitest'
import { createFloodLimits, type FloodLimit } from './flood-limits.ts'
import { ifLeft, LimitReached } from './limit-reached.ts'
import { type FloodName, floods, type Rule, sizeOf } from './rules.ts'

const settings = { rateLimitScale: 1, smsDailyBudget: 1, aadhaarDailyBudget: 1, inboxDailyBudget: 1 }
function limitOf(name: FloodName = 'registration', rateLimitScale = 1, refused?: (rule: string) => void) {
  return createFloodLimits({ ...settings, rateLimitScale }, refused)(name)
}

async function uses(limit: FloodLimit, key: string, times: number) {
  let allowed = 0
  for (let time = 0; time < times; time += 1) if (await ifLeft(limit.take(key))) allowed += 1
  return allowed
}

const one = '203.0.113.1'
const other = '203.0.113.2'
const many = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(2, '0'))

describe('a limit against floods', () => {
  it.each(Object.entries<Rule>(floods))('%s allows what its row says, and no more', async (name, rule) => {
    const limit = limitOf(name as FloodName)
    const { points } = sizeOf(rule, settings)
    await limit.take(one, points - 1)
    expect(await uses(limit, one, 2)).toBe(1)
    expect(await uses(limit, other, 1)).toBe(1)
  })

  it.each([
    [0.01, 1],
    [0.1, 3],
    [1.5, 45],
  ])('scaled by %d allows %i registrations instead of thirty', async (scale, allowed) => {
    expect(await uses(limitOf('registration', scale), one, allowed + 3)).toBe(allowed)
  })

  it.each([
    ['one IPv4 address', ['203.0.113.9'], 3],
    ['forty IPv4 addresses', many.map((_, at) => `203.0.113.${at}`), 120],
    ['forty addresses of a /64', many.map((at) => `2001:db8:1:1::${at}`), 3],
    ['forty /64', many.map((at) => `2001:db8:1:${at}::1`), 120],
    ['whatever is no address, as one caller', ['account', '', 'unknown'], 3],
  ])('allows the right amount for %s together', async (_, addresses, expected) => {
    const limit = limitOf('registration', 0.1)
    let allowed = 0
    for (const address of addresses) allowed += await uses(limit, address, 5)
    expect(allowed).toBe(expected)
  })

  it('does not count a use that was given back', async () => {
    const limit = limitOf('registration', 0.01)
    for (let use = 0; use < 3; use += 1) await (await limit.take(one))()
    expect(await uses(limit, one, 2)).toBe(1)
  })

  it('counts what a use costs, and nothing if that is more than is left', async () => {
    const limit = limitOf()
    const allowed = async (cost: number) => (await ifLeft(limit.take(one, cost))) !== undefined
    for (const [cost, is] of [
      [27, true],
      [4, false],
      [2.5, true],
      [1, false],
    ] as const)
      expect([cost, await allowed(cost)]).toEqual([cost, is])
  })

  it('can be checked without counting, and charged afterwards for more than was left', async () => {
    const limit = limitOf()
    for (let check = 0; check < 40; check += 1) await limit.check(one)
    await limit.charge(one, 28)
    await limit.check(one, 2)
    await expect(limit.check(one, 3)).rejects.toThrow(LimitReached)
    await limit.charge(one, 500)
    await expect(limit.check(one)).rejects.toThrow(LimitReached)
    await limit.check(other)
  })

  it('returns the wait in whole seconds, and allows uses again after it', async () => {
    const refused: string[] = []
    const limit = limitOf('pause', 0.01, (rule) => refused.push(rule))
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await limit.take(one)
    const again = limit.take(one)
    await expect(again).rejects.toMatchObject({ refusal: { waitSeconds: 60 } })
    vi.advanceTimersByTime(59_999)
    await expect(limit.check(one)).rejects.toMatchObject({ refusal: { waitSeconds: 1 } })
    expect(refused).toEqual(['pause', 'pause'])
    vi.advanceTimersByTime(1)
    await limit.check(one)
    await limit.take(one)
  })
})
