import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/observability/log.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { forEachItem, giveBackRun, previousRun, repeat, takeRun } from './schedule.ts'

const MINUTE = 60_000
const start = Date.parse('2026-11-20T06:30:00Z')

describe('scheduled work', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  beforeEach(() => {
    lines.length = 0
    vi.useFakeTimers()
  })

  it('is done at once and then at its time', async () => {
    const work = vi.fn(() => Promise.resolve())
    const timer = repeat(MINUTE, work, log)
    for (const [ms, times] of [
      [0, 1],
      [MINUTE - 1, 1],
      [1, 2],
      [3 * MINUTE, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms)
      expect(work).toHaveBeenCalledTimes(times)
    }
    await timer.stop()
  })

  it('is never done twice at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = vi.fn(() => promise)
    const timer = repeat(MINUTE, work, log)
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(work).toHaveBeenCalledTimes(1)
    resolve()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(work).toHaveBeenCalledTimes(2)
    await timer.stop()
  })

  it('is logged when it fails, without its words, and done again at its time', async () => {
    const work = vi.fn(() => Promise.reject(new Error('asha@example.in')))
    const timer = repeat(MINUTE, work, log)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(work).toHaveBeenCalledTimes(2)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/"level":"error".*"kind":"Error".*"msg":"scheduled work failed"/)
    expect(lines.join('')).not.toContain('asha')
    await timer.stop()
  })

  it('is done no more once it is stopped, which tells what was begun and waits for it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = vi.fn((_: AbortSignal) => promise)
    const stopped = vi.fn()
    const stopping = repeat(MINUTE, work, log).stop().then(stopped)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect([work.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 0])
    expect(work.mock.calls[0]?.[0].aborted).toBe(true)
    resolve()
    await stopping
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('items of scheduled work', () => {
  it('that fail are logged by their ids without their words, and keep no other from its turn', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const seen: string[] = []
    const work = async (id: string) => {
      seen.push(id)
      if (id === 'b') throw new Error('asha@example.in')
    }
    const options = { log, name: 'file', idOf: (id: string) => id }
    expect(await forEachItem(['a', 'b', 'c'], options, work)).toBe(2)
    expect(seen).toEqual(['a', 'b', 'c'])
    expect(lines.join('')).toMatch(/"level":"error".*"file":"b"/)
    expect(lines.join('')).not.toContain('asha')
    const stopped = AbortSignal.abort()
    expect(await forEachItem(['a'], { ...options, signal: stopped }, work)).toBe(0)
  })
})

describe.each(engines)('a run of scheduled work on %s', (engine) => {
  const database = sharedDatabase(engine)
  beforeEach(() => database.db.deleteFrom('schedules').execute())

  it('is one process’s, and the next one’s when its time has come or the clock was set back', async () => {
    const { db } = database
    const processes = [db, database.open(), database.open()]
    const takers = async (now: number, name = 'chore') => {
      const runs = await Promise.all(processes.map((one) => takeRun(one, { name, everyMs: MINUTE, now })))
      return runs.filter(Boolean).length
    }
    expect(await takers(start)).toBe(1)
    expect(await takers(start + MINUTE - 1)).toBe(0)
    expect(await takers(start, 'another')).toBe(1)
    await giveBackRun(db, 'chore')
    expect(await takers(start + MINUTE - 1)).toBe(1)
    expect(await takers(start + 2 * MINUTE)).toBe(1)
    expect(await takers(start - 24 * 60 * MINUTE)).toBe(1)
    expect(await takers(start - 24 * 60 * MINUTE + 1)).toBe(0)
  })

  it('has one before it, which a run given back is not, nor one of a clock that was ahead', async () => {
    const { db } = database
    const take = async (now: number) => {
      expect(await takeRun(db, { name: 'chore', everyMs: MINUTE, now })).toBe(true)
      return previousRun(db, 'chore')
    }
    expect(await previousRun(db, 'chore')).toBe(0)
    expect(await take(start)).toBe(0)
    expect(await take(start + MINUTE)).toBe(start)
    await giveBackRun(db, 'chore')
    expect(await take(start + MINUTE + 1)).toBe(start)
    expect(await take(start + 10 * MINUTE)).toBe(start + MINUTE + 1)
    expect(await take(start + 3 * MINUTE)).toBe(0)
    expect(await take(start + 4 * MINUTE)).toBe(start + 3 * MINUTE)
  })
})
