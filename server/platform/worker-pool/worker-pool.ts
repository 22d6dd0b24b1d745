import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Log } from '#server/platform/observability/log.ts'
import { FairQueue, QueueFull } from '#server/platform/fair-queue.ts'
import { type Assignment, carryOut, type Report } from './worker-thread.ts'

/** `busy`: the queue is full. `broke`: the thread crashed. `late`: the work took too long and was stopped. */
export type PoolError = 'busy' | 'broke' | 'late'
export type PoolAnswer<Value> = { ok: true; value: Value } | { ok: false; fault: PoolError }

/** Runs work in threads that would otherwise block the server. */
export interface WorkerPool {
  /**
   * Runs the function `run` of a module in a thread. `module` comes from `import.meta.resolve`; the type of `run` has
   * to be given. Rejects with the error of the work, with the same name and code.
   */
  run<Run extends (input: never) => Promise<unknown>>(
    module: string,
    input: Parameters<Run>[0],
  ): Promise<PoolAnswer<Awaited<ReturnType<Run>>>>
  close(): Promise<void>
}

export interface PoolOptions {
  log: Log
  /** Tasks at the same time. */
  active?: number
  waiting?: number
  /** Milliseconds for one task from its beginning. */
  limitMs?: number
  /** Milliseconds without work after which threads end, to free memory. */
  idleMs?: number
}

/** Megabytes of heap per thread. */
const MEMORY_MB = 256

/** Returns a number of threads that leaves one core to the server if there are several. */
export function defaultPoolSize(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}

export function createWorkerPool({
  log,
  active = defaultPoolSize(),
  waiting = 32,
  limitMs = 10_000,
  idleMs = 30_000,
}: PoolOptions): WorkerPool {
  // Piscina's own queue would count waiting towards the time limit.
  const queue = new FairQueue({ active, waiting })
  const pool = createThreads(active, idleMs)
  let closed = false

  async function runTask(assignment: Assignment): Promise<Report | PoolError> {
    if (closed) return 'broke'
    const signal = AbortSignal.timeout(limitMs)
    try {
      return await pool.run(assignment, { signal })
    } catch {
      const fault = signal.aborted ? 'late' : 'broke'
      if (!closed) log.warn({ fault, work: assignment.module.split('/').at(-1) }, 'a worker thread failed')
      return closed ? 'broke' : fault
    }
  }

  return {
    async run<Run extends (input: never) => Promise<unknown>>(module: string, input: Parameters<Run>[0]) {
      const endTurn = await queue.take().catch(unlessFull)
      if (!endTurn) return { ok: false, fault: 'busy' }
      const report = await runTask({ module, input }).finally(endTurn)
      if (typeof report === 'string') return { ok: false, fault: report }
      // The thread returned the result of this `run`.
      if (report.done) return { ok: true, value: report.value as Awaited<ReturnType<Run>> }
      throw Object.assign(new Error(report.message), { name: report.name, code: report.code })
    },
    async close() {
      closed = true
      await pool.destroy()
    },
  }
}

function createThreads(maxThreads: number, idleTimeout: number): Piscina {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'worker-thread.ts'),
    name: carryOut.name,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Threads get no settings; their input contains everything.
    env: {},
    execArgv: [],
    recordTiming: false,
  })
  // The pool replaces a thread that crashes while idle.
  return pool.on('error', () => undefined)
}

function unlessFull(error: unknown): undefined {
  if (!(error instanceof QueueFull)) throw error
}
