import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { hasRedis, startRedis, type TestRedis } from '#tests/support/redis.ts'
import { movingClock } from '#tests/support/server.ts'
import { createLimits, type Limit, type LimitRule } from './rate-limit.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createRedisCounters } from './redis-counters.ts'

const ADDRESS = '203.0.113.77'
const AWAY = 'Redis does not answer'
const HERE = 'Redis answers'

interface Process {
  limit(rule: LimitRule): Limit
  /** How many log lines hold these words. */
  said(words: string): number
  close(): void
}

async function openProcess(url: string, clock = movingClock()): Promise<Process> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const cipher = createFieldCipher(Buffer.alloc(32, 5))
  const { share, close } = await createRedisCounters({ url, log, cipher, clock })
  return {
    limit: createLimits(1, share),
    said: (words) => lines.filter((line) => line.includes(words)).length,
    close,
  }
}

let rules = 0
/** Of a name of its own, so that no test counts with another. */
function ruleOf(points: number, seconds = 3600): LimitRule {
  rules += 1
  return { name: `rule-${rules}`, points, seconds }
}

async function uses(limit: Limit, times: number, key = ADDRESS): Promise<number> {
  let allowed = 0
  for (let time = 0; time < times; time += 1) if ((await limit(key)).allowed) allowed += 1
  return allowed
}

describe.runIf(hasRedis)('limits of two processes with one Redis', () => {
  let redis: TestRedis
  let one: Process
  let other: Process
  beforeAll(async () => {
    redis = await startRedis()
  })
  beforeEach(async () => {
    one = await openProcess(redis.url)
    other = await openProcess(redis.url)
    return () => {
      one.close()
      other.close()
    }
  })
  afterAll(() => redis.end())

  it('allow together what one of them would alone, a key and a rule', async () => {
    const rule = ruleOf(5)
    expect(await uses(one.limit(rule), 3)).toBe(3)
    expect(await uses(other.limit(rule), 9)).toBe(2)
    expect(await uses(other.limit(rule), 9, '203.0.113.78')).toBe(5)
    expect(await uses(one.limit(ruleOf(5)), 9)).toBe(5)
  })

  it('allow as many when all uses come at once', async () => {
    const rule = ruleOf(10)
    const [here, there] = [one.limit(rule), other.limit(rule)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [here(ADDRESS), there(ADDRESS)]).flat(),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  it('answer the wait', async () => {
    const rule = ruleOf(1, 3600)
    await uses(one.limit(rule), 1)
    const answer = await other.limit(rule)(ADDRESS)
    expect(answer).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) })
    const wait = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : 0
    expect(wait).toBeGreaterThan(3000)
    expect(wait).toBeLessThanOrEqual(3600)
  })

  it('count no use that was given back', async () => {
    const rule = ruleOf(1)
    const answer = await one.limit(rule)(ADDRESS)
    if (answer.allowed) await answer.giveBack()
    expect(await uses(other.limit(rule), 3)).toBe(1)
  })

  it('leave nothing in Redis that reveals who came, nor for longer than it counts', async () => {
    const rule = ruleOf(5, 60)
    const clock = movingClock()
    const process = await openProcess(redis.url, clock)
    await uses(process.limit(rule), 1)
    clock.advance(24 * 60 * 60_000)
    await uses(process.limit(rule), 1)
    process.close()
    const keys = (await redis.say(`KEYS *${rule.name}*`)).match(/limits:\S+/g) ?? []
    // One person's key of one day is not their key of the next.
    expect(keys).toHaveLength(2)
    expect(keys.join(' ')).not.toContain('203.0')
    for (const key of keys) expect(await redis.say(`TTL ${key}`)).toMatch(/^:([1-9]|[1-5]\d|60)\r\n/)
  })

  it.each([
    ['ended', () => redis.end(), () => redis.start()],
    ['frozen', async () => redis.freeze(), async () => redis.thaw()],
  ])('are stricter and never none while Redis is %s, and are one again after it', async (_, stop, start) => {
    const [before, during, after] = [one.limit(ruleOf(4)), ruleOf(5), ruleOf(6)]
    const [here, there] = [one.limit(during), other.limit(during)]
    expect(await uses(before, 1)).toBe(1)
    await stop()
    // Half of five each, and half of four, of which one is spent.
    expect(await uses(here, 9)).toBe(2)
    expect(await uses(there, 9)).toBe(2)
    expect(await uses(before, 9)).toBe(1)
    await start()
    await eventually(() => expect([one.said(HERE), other.said(HERE)]).toEqual([2, 2]))
    expect([one.said(AWAY), other.said(AWAY)]).toEqual([1, 1])
    expect(await uses(one.limit(after), 2)).toBe(2)
    expect(await uses(other.limit(after), 9)).toBeLessThanOrEqual(4)
    // What was used meanwhile is not forgotten.
    expect(await uses(here, 9)).toBe(0)
  })

  it('are stricter for a window when Redis has forgotten what was counted', async () => {
    const rule = ruleOf(6)
    const [here, there] = [one.limit(rule), other.limit(rule)]
    expect(await uses(here, 2)).toBe(2)
    await redis.say('FLUSHALL')
    expect(await uses(here, 9)).toBe(1)
    expect(await uses(there, 9)).toBe(3)
    expect([one.said('lost its counters'), other.said('lost its counters')]).toEqual([1, 1])
  })
})

describe.runIf(hasRedis)('a start', () => {
  it('goes on without Redis, and counts with the others from when it is there', async () => {
    await using redis = await startRedis()
    await redis.end()
    const process = await openProcess(redis.url)
    expect(await uses(process.limit(ruleOf(4)), 9)).toBe(2)
    expect([process.said(AWAY), process.said(HERE)]).toEqual([1, 0])
    await redis.start()
    await eventually(() => expect(process.said(HERE)).toBe(1))
    expect(await uses(process.limit(ruleOf(4)), 9)).toBe(4)
    process.close()
  })

  it('is refused with a line where Redis refuses REDIS_URL', async () => {
    await using redis = await startRedis('--requirepass', 'a-secret')
    const { host } = new URL(redis.url)
    const refused = 'REDIS_URL cannot be used: it refuses the user or the password'
    await expect(openProcess(redis.url)).rejects.toThrow(refused)
    await expect(openProcess(`redis://:wrong@${host}`)).rejects.toThrow(refused)
    await expect(openProcess(`redis://:a-secret@${host}/99`)).rejects.toThrow(
      'REDIS_URL cannot be used: it has no database of that number',
    )
    const process = await openProcess(`redis://:a-secret@${host}/3`)
    expect(process.said(HERE)).toBe(1)
    process.close()
  })
})
