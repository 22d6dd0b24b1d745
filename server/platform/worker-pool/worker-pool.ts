import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Log } from '#server/platform/observability/log.ts'
import { FairQueue, QueueFull } from '#server/platform/fair-queue.ts'
import { type Assignment, carryOut, type Report } from './worker-thread.ts'

/** `busy`: too many wait. `broke`: the thread did not survive it. `late`: it took too long, and was ended. */
export type PoolError = 'busy' | 'broke' | 'late'
export type PoolAnswer<Value> = { ok: true; value: Value } | { ok: false; fault: PoolError }

/** Work that would keep the server's one thread from answering, done in others. */
export interface WorkerPool {
  /**
   * Runs the function `run` of a module, named as `import.meta.resolve` answers it; only its input and its answer cross
   * over. The type of that function is to be given. Rejects with what the work itself threw, under the same name and code.
   */
  run<Run extends (input: never) => Promise<unknown>>(
    module: string,
    input: Parameters<Run>[0],
  ): Promise<PoolAnswer<Awaited<ReturnType<Run>>>>
  close(): Promise<void>
}

export interface PoolOptions {
  log: Log
  /** Pieces of work at once. */
  active?: number
  waiting?: number
  /** Milliseconds for one piece of work, from its beginning. */
  limitMs?: number
  /** Milliseconds without work after which the threads end, and their memory goes back. */
  idleMs?: number
}

/** Megabytes that the objects of one thread may take. */
const MEMORY_MB = 256

/** As many as leave a core to the server, where there are several. */
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
  // The pool's own queue would count the wait into the time that a piece of work may take.
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
      // The thread gave back what this task's `run` answered.
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
    // A thread gets no setting: what it needs is in its input.
    env: {},
    execArgv: [],
    recordTiming: false,
  })
  // A thread that breaks while it has no work is replaced by the next.
  return pool.on('error', () => undefined)
}

function unlessFull(error: unknown): undefined {
  if (!(error instanceof QueueFull)) throw error
}
