import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Breaker, createBreaker } from './circuit-breaker.ts'
import { createLog } from '#server/platform/observability/log.ts'

type Answer = 'good' | 'visitor' | 'down' | 'left alone'
const rule = { outage: (answer: Answer) => answer === 'down', open: 'left alone' as const }

describe('a breaker', () => {
  let lines: string[]
  let breaker: Breaker
  let called: number
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    lines = []
    called = 0
    const log = createLog('info', { write: (line) => lines.push(line) })
    breaker = createBreaker({ provider: 'sms', log })
  })

  const run = (answer: Answer) =>
    breaker.run<Answer>(async () => {
      called += 1
      return answer
    }, rule)
  async function runAll(...answers: Answer[]): Promise<Answer[]> {
    const got: Answer[] = []
    for (const answer of answers) got.push(await run(answer))
    return got
  }
  const fiveDown = ['down', 'down', 'down', 'down', 'down'] as const

  it('opens after five failures in ten seconds', async () => {
    expect(await runAll(...fiveDown, 'good')).toEqual([...fiveDown, 'left alone'])
    expect([called, breaker.state()]).toEqual([5, 'open'])
  })

  it('opens also if the clock is set meanwhile', async () => {
    await runAll('down', 'down')
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(await runAll('down', 'down', 'down', 'good')).toEqual(['down', 'down', 'down', 'left alone'])
  })

  it('stays closed for failures further apart', async () => {
    await runAll('down', 'down', 'down', 'down')
    vi.advanceTimersByTime(10_001)
    expect(await runAll('down', 'good')).toEqual(['down', 'good'])
  })

  it('stays closed for a visitor’s mistakes', async () => {
    const mistakes = Array.from({ length: 50 }, () => 'visitor' as const)
    expect(await runAll(...mistakes)).toEqual(mistakes)
  })

  it('stays closed if most calls succeed, so that one bad number affects nobody else', async () => {
    await runAll('good', 'good', 'good', 'good', 'good', 'visitor')
    expect(await runAll(...fiveDown, 'good')).toEqual([...fiveDown, 'good'])
  })

  it('probes with one call after half a minute, and closes when that succeeds', async () => {
    await runAll(...fiveDown)
    vi.advanceTimersByTime(29_999)
    expect(await run('good')).toBe('left alone')
    vi.advanceTimersByTime(1)
    expect(await runAll('good', 'good')).toEqual(['good', 'good'])
    expect(breaker.state()).toBe('closed')
  })

  it('lets nobody wait for the probing call', async () => {
    await runAll(...fiveDown)
    vi.advanceTimersByTime(30_000)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const trial = breaker.run<Answer>(() => promise, rule)
    expect(breaker.state()).toBe('probing')
    expect(await Promise.all([run('good'), run('good')])).toEqual(['left alone', 'left alone'])
    resolve('good')
    expect(await trial).toBe('good')
  })

  it('rethrows an error and counts it as a failure', async () => {
    const broken = () => breaker.run<Answer>(() => Promise.reject(new Error('ours')), rule)
    for (let count = 0; count < 5; count += 1) await expect(broken()).rejects.toThrow('ours')
    expect(await broken()).toBe('left alone')
  })

  it('logs when it opens and closes', async () => {
    await runAll(...fiveDown, 'good', 'good')
    vi.advanceTimersByTime(30_000)
    await run('good')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', provider: 'sms', msg: expect.stringContaining('its calls are stopped') },
      { level: 'info', provider: 'sms', msg: expect.stringContaining('answers again') },
    ])
  })
})
