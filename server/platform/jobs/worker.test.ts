import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { eventually } from '#tests/support/eventually.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { handle, type JobHandler, type JobKind, type JobOutcome } from './job.ts'
import { enqueue } from './store.ts'
import { backoffMs, createWorker, LEASE_MS } from './worker.ts'

const HOUR_MS = 3_600_000

const task: JobKind<{ what: string }> = {
  name: 'test.chore',
  record: null,
  payload: z.object({ what: z.string() }),
  maxAttempts: 3,
}
const done: JobOutcome = { done: true }
const failed: JobOutcome = { done: false, failure: 'not today' }

/** How many jobs stand in each state. */
async function countByStatus(db: Db): Promise<Record<string, number>> {
  const jobs = await db.selectFrom('jobs').select('status').execute()
  const statuses = Object.entries(Object.groupBy(jobs, ({ status }) => status))
  return Object.fromEntries(statuses.map(([status, all = []]) => [status, all.length]))
}

describe.each(engines)('the outbox worker on %s', (engine) => {
  const database = sharedDatabase(engine)
  beforeEach(() => database.db.deleteFrom('jobs').execute())

  const clock = movingClock()
  const lines: string[] = []

  function worker(run: (what: string, jobId: string) => Promise<JobOutcome>, db = database.db) {
    return workerFor([handle(task, ({ what }, jobId) => run(what, jobId))], db)
  }

  function workerFor(handlers: JobHandler[], db: Db) {
    lines.length = 0
    const log = createLog('info', { write: (line) => lines.push(line) })
    const one = createWorker({ db, engine, clock, log })
    one.register(handlers)
    return one
  }

  function add(...whats: string[]) {
    return enqueue(
      database.db,
      task,
      whats.map((what) => ({ payload: { what }, now: clock.now() })),
    )
  }

  function jobs() {
    return database.db.selectFrom('jobs').selectAll().execute()
  }

  async function workOff({ round }: ReturnType<typeof worker>) {
    while ((await round()) > 0);
  }

  it('retries later what failed, never before its time, and each under the same id, and gives up after the last with a log line', async () => {
    const ids: string[] = []
    const one = worker(async (_, jobId) => {
      ids.push(jobId)
      return failed
    })
    await add('x')
    for (const attempts of [1, 2]) {
      await workOff(one)
      const [job] = await jobs()
      expect(job).toMatchObject({ status: 'ready', attempts, last_failure: 'not today' })
      clock.advance((job?.run_at ?? 0) - clock.now() - 1)
      await workOff(one)
      expect(ids).toHaveLength(attempts)
      clock.advance(1)
    }
    expect(lines.filter((line) => line.includes('"level":"warn"'))).toHaveLength(2)
    await workOff(one)
    expect(await jobs()).toMatchObject([{ status: 'dead', attempts: 3, finished_at: clock.now() }])
    expect(lines.at(-1)).toMatch(
      /"level":"error".*"kind":"test.chore".*"failure":"not today".*a job failed for the last time: it is kept at the desk/,
    )
    clock.advance(1e9)
    await workOff(one)
    const [id] = await jobs()
    expect(ids).toEqual(Array(3).fill(id?.id))
  })

  it('gives up at once what is refused for good, and leaves a kind it does not know to a newer process', async () => {
    const one = worker(async () => ({ ...failed, permanent: true }))
    await add('x')
    const unknown = { ...task, name: 'test.unknown' }
    await enqueue(database.db, unknown, [{ payload: { what: 'y' }, now: clock.now() }])
    await workOff(one)
    expect(
      (await jobs()).map(({ kind, status, last_failure }) => [kind, status, last_failure]).sort(),
    ).toEqual([
      ['test.chore', 'dead', 'not today'],
      ['test.unknown', 'ready', null],
    ])
  })

  it('gives up a job in which the process died again and again beyond its last attempt', async () => {
    let runs = 0
    const one = worker(async () => {
      runs += 1
      throw new Error('as if the process had ended')
    })
    await add('x')
    const died = (attempts: number) =>
      database.db.updateTable('jobs').set({ status: 'ready', attempts, run_at: clock.now() })
    await died(5).execute()
    await workOff(one)
    expect([runs, await countByStatus(database.db)]).toEqual([1, { dead: 1 }])
    await died(6).execute()
    await workOff(one)
    expect(runs).toBe(1)
    expect(await jobs()).toMatchObject([{ status: 'dead', last_failure: 'the process ended in it' }])
  })

  it('parks a job whose payload is not what its kind says', async () => {
    const one = worker(async () => done)
    for (const payload of ['{"what":7}', 'no json']) {
      await add('x')
      const added = database.db.updateTable('jobs').where('payload', '=', '{"what":"x"}')
      await added.set({ payload }).execute()
    }
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await workOff(one)
      clock.advance(10_000)
    }
    expect(await countByStatus(database.db)).toEqual({ dead: 2 })
  })

  it('leaves a job to the one that claimed it until the lease has passed', async () => {
    const hung = Promise.withResolvers<JobOutcome>()
    const first = worker(() => hung.promise)
    const seen: string[] = []
    const second = worker(async (what) => (seen.push(what), done))
    await add('x')
    const round = first.round()
    await eventually(async () => expect(await jobs()).toMatchObject([{ attempts: 1 }]))
    expect(await second.round()).toBe(0)
    clock.advance(59_999)
    expect(await second.round()).toBe(0)
    clock.advance(1)
    expect(await second.round()).toBe(1)
    expect(seen).toEqual(['x'])
    // The first ends after its claim has passed: what the second recorded stays.
    hung.resolve(failed)
    await round
    expect(await jobs()).toMatchObject([{ status: 'done', attempts: 2 }])
  })

  it('keeps its claim while a slow attempt runs', async () => {
    const slow = Promise.withResolvers<JobOutcome>()
    let attempts = 0
    const run = () => ((attempts += 1), slow.promise)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await add('x')
    const round = worker(run).round()
    const other = worker(run)
    await eventually(() => expect(attempts).toBe(1))
    for (let seconds = 0; seconds < 180; seconds += 20) {
      clock.advance(20_000)
      vi.advanceTimersByTime(20_000)
      const claimed = { run_at: clock.now() + LEASE_MS }
      await eventually(async () => expect(await jobs()).toMatchObject([claimed]))
      expect(await other.round()).toBe(0)
    }
    slow.resolve(done)
    await round
    expect(attempts).toBe(1)
    expect(await jobs()).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  it('runs each of many jobs once with two workers on one database', async () => {
    const seen: string[] = []
    const db = database.open()
    const run = async (what: string) => {
      await new Promise(setImmediate)
      seen.push(what)
      return done
    }
    const whats = Array.from({ length: 250 }, () => randomUUID())
    await add(...whats)
    await Promise.all([workOff(worker(run)), workOff(worker(run, db))])
    expect(seen.sort()).toEqual(whats.sort())
    expect(await countByStatus(database.db)).toEqual({ done: 250 })
  })

  it('runs by itself once started, wakes on demand, and ends its attempts before it has stopped', async () => {
    const slow = Promise.withResolvers<JobOutcome>()
    const seen: string[] = []
    const one = worker(async (what) => (seen.push(what), what === 'slow' ? slow.promise : done))
    await add('before')
    one.start()
    await eventually(() => expect(seen).toEqual(['before']))
    await add('slow')
    one.wake()
    await eventually(() => expect(seen).toEqual(['before', 'slow']))
    let ended = false
    const stopped = one.stop().then(() => (ended = true))
    await add('after')
    one.wake()
    await new Promise(setImmediate)
    expect(ended).toBe(false)
    slow.resolve(done)
    await stopped
    expect(seen).toEqual(['before', 'slow'])
    expect(await countByStatus(database.db)).toEqual({ done: 2, ready: 1 })
  })

  it('runs what it claimed though the next claim fails', async () => {
    const ended = Promise.withResolvers<JobOutcome>()
    const seen: string[] = []
    const limited = { ...task, name: 'test.limited', atOnce: 1 }
    let claims = 0
    const db = new Proxy(database.db, {
      get(target, name: 'updateTable') {
        if (name === 'updateTable' && (claims += 1) === 2) throw new Error('the database is away')
        return typeof target[name] === 'function' ? target[name].bind(target) : target[name]
      },
    })
    const handlers = [task, limited].map((kind) =>
      handle(kind, ({ what }) => (seen.push(what), ended.promise)),
    )
    await add('x')
    const one = workerFor(handlers, db)
    await expect(one.round()).rejects.toThrow('the database is away')
    expect(seen).toEqual(['x'])
    ended.resolve(done)
    await one.stop()
    expect(await jobs()).toMatchObject([{ status: 'done' }])
  })

  it('keeps the place and the claim of a job that is slow until it has ended, and says so', async () => {
    const timers = { toFake: ['setInterval', 'clearInterval'] } as const
    vi.useFakeTimers({ toFake: [...timers.toFake] })
    try {
      const ended = Promise.withResolvers<JobOutcome>()
      const runs: string[] = []
      const one = worker((what) => (runs.push(what), ended.promise))
      const other = worker((what) => (runs.push(what), ended.promise))
      await add('x')
      const round = one.round()
      await vi.waitFor(() => expect(runs).toEqual(['x']))
      const renewals = (12 * 60_000) / (LEASE_MS / 3)
      for (let renewal = 0; renewal < renewals; renewal += 1) {
        clock.advance(LEASE_MS / 3)
        // One at a time: one that is written late would end the claim early, and the other would run the job.
        await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
        await vi.waitFor(async () => expect((await jobs())[0]?.run_at).toBe(clock.now() + LEASE_MS))
        expect(await other.round()).toBe(0)
      }
      expect(
        lines.join('').match(/"msg":"a job is slow: it keeps its place until it has ended"/g),
      ).toHaveLength(2)
      ended.resolve(done)
      await round
      expect([runs.length, await jobs()]).toMatchObject([1, [{ status: 'done', attempts: 1 }]])
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes no job about a record that its payload does not name', async () => {
    const about = { ...task, record: 'recordId' }
    const job = { payload: { what: 'x' }, now: clock.now() }
    await expect(enqueue(database.db, about, [job])).rejects.toThrow(
      'a job of the kind test.chore has no recordId',
    )
    expect(await jobs()).toEqual([])
  })

  it('gives back what it claimed while it was being stopped', async () => {
    const seen: string[] = []
    const one = worker(async (what) => (seen.push(what), done))
    await add('x')
    const round = one.round()
    await one.stop()
    await round
    expect(seen).toEqual([])
    expect(await jobs()).toMatchObject([{ status: 'ready', run_at: clock.now() }])
  })

  it('goes on after the database could not be read', async () => {
    const one = worker(async () => done)
    await add('x')
    await database.db.schema.alterTable('jobs').renameTo('elsewhere').execute()
    one.start()
    await eventually(() => expect(lines.join('')).toContain('the outbox could not be read'))
    await database.db.schema.alterTable('elsewhere').renameTo('jobs').execute()
    await eventually(async () => expect(await jobs()).toMatchObject([{ status: 'done' }]))
    await one.stop()
  })
})

describe('the wait before the next attempt', () => {
  it.each([
    [1, 500, 1000],
    [2, 1000, 2000],
    [12, 1_024_000, 2_048_000],
    [13, HOUR_MS / 2, HOUR_MS],
    [2000, HOUR_MS / 2, HOUR_MS],
  ])('after %i failures is from %i to %i ms', (attempts, least, most) => {
    expect(backoffMs(attempts, 0)).toBe(least)
    expect(backoffMs(attempts, 1 - Number.EPSILON)).toBe(most)
  })
})
