import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/observability/log.ts'
import { holdTimeout } from '#tests/support/fake-provider.ts'
import type { run, ThreadWork } from '#tests/support/worker-pool-work.ts'
import { createWorkerPool, type WorkerPool, type PoolOptions } from './worker-pool.ts'

const task = import.meta.resolve('#tests/support/worker-pool-work.ts')
const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })

let threads: WorkerPool
afterEach(() => threads?.close())

function open(options: Omit<PoolOptions, 'log'> = {}): (work: ThreadWork) => ReturnType<typeof runOne> {
  lines.length = 0
  threads = createWorkerPool({ log, active: 1, ...options })
  return runOne
}

function runOne(work: ThreadWork) {
  return threads.run<typeof run>(task, work)
}

/** Counts started tasks in memory shared by all threads. */
function counter() {
  return new Int32Array(new SharedArrayBuffer(4))
}

describe('work in threads', () => {
  it('returns results, also bytes, from a thread that is reused', async () => {
    const ask = open()
    const first = await ask({ does: 'echo', value: new Uint8Array([1, 2, 3]) })
    const second = await ask({ does: 'echo', value: 'x' })
    expect(first).toMatchObject({ ok: true, value: { value: new Uint8Array([1, 2, 3]) } })
    expect(second).toMatchObject({ ok: true, value: { value: 'x' } })
    expect(first.ok && second.ok && first.value.thread === second.value.thread).toBe(true)
  })

  it('is refused while the queue is full, and accepted afterwards', async () => {
    const ask = open({ waiting: 2 })
    const answers = await Promise.all([1, 2, 3, 4, 5].map((value) => ask({ does: 'echo', value })))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false, false])
    expect(answers.at(-1)).toEqual({ ok: false, fault: 'busy' })
    expect(await ask({ does: 'echo' })).toMatchObject({ ok: true })
  })

  it('rethrows an error with name and code, and its thread continues', async () => {
    const ask = open()
    const thrown = { name: 'RangeError', message: 'not this one', code: 'E_NOT' }
    await expect(ask({ does: 'throw' })).rejects.toMatchObject(thrown)
    expect(await ask({ does: 'echo' })).toMatchObject({ ok: true })
  })

  it.each<ThreadWork['does']>(['exit', 'throw later', 'eat memory'])(
    'that breaks its thread (%s) breaks nothing else',
    async (does) => {
      const ask = open({ limitMs: 60_000 })
      const [broken, next] = await Promise.all([ask({ does }), ask({ does: 'echo', value: 'next' })])
      expect(broken).toEqual({ ok: false, fault: 'broke' })
      expect(next).toMatchObject({ ok: true, value: { value: 'next' } })
      expect(lines.join('')).toContain('a worker thread failed')
    },
  )

  it('is stopped if it does not end, and the next runs', async () => {
    const ask = open({ limitMs: 60_000 })
    const [limit, begun] = [holdTimeout(), counter()]
    const late = ask({ does: 'spin', begun })
    await expect.poll(() => begun[0]).toBe(1)
    limit.pass()
    expect(await late).toEqual({ ok: false, fault: 'late' })
    expect(await ask({ does: 'echo' })).toMatchObject({ ok: true })
  })

  it('is stopped at shutdown, and none is begun afterwards', async () => {
    const ask = open()
    const cut = ask({ does: 'spin' })
    const waiting = ask({ does: 'echo' })
    await threads.close()
    for (const answer of [cut, waiting, ask({ does: 'echo' })])
      expect(await answer).toEqual({ ok: false, fault: 'broke' })
  })
})
