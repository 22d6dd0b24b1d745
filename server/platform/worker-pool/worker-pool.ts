import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/observability/log.ts'
import { createSemaphore, SemaphoreFull } from '#server/platform/semaphore.ts'
import { createThreadList, type ThreadList } from './thread-list.ts'
import type { Assignment, Report } from './worker-thread.ts'

/** A piece of work that a thread can load: a module whose `run` is `Run`; only its input and its answer cross over. */
export interface PoolTask<Run extends (input: never) => Promise<unknown>> {
  /** As `import.meta.resolve` answers it. */
  module: string
  /** Never there; it carries the type. */
  run?: Run
}

/**
 * `busy`: as many are being done and are waiting as there may be. `broke`: the thread did not survive it.
 * `late`: it took longer than it may, and was ended.
 */
export type PoolError = 'busy' | 'broke' | 'late'
export type PoolAnswer<Value> = { ok: true; value: Value } | { ok: false; fault: PoolError }

/** Work that would keep the server's one thread from answering, done in others. */
export interface WorkerPool {
  /** Rejects with what the work itself threw, under the same name and code. */
  run<Run extends (input: never) => Promise<unknown>>(
    task: PoolTask<Run>,
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
  const acquire = createSemaphore({ active, waiting })
  const threadList = createThreadList(idleMs)
  let closed = false

  async function carryOut(assignment: Assignment): Promise<Report | PoolError> {
    if (closed) return 'broke'
    const report = await askOne(threadList, assignment, limitMs)
    if (typeof report === 'string' && !closed) {
      log.warn({ fault: report, work: assignment.module.split('/').at(-1) }, 'a thread broke off its work')
    }
    return report
  }

  return {
    async run<Run extends (input: never) => Promise<unknown>>(
      { module }: PoolTask<Run>,
      input: Parameters<Run>[0],
    ) {
      const report = await acquire(() => carryOut({ module, input })).catch(fullPoolIsBusy)
      if (typeof report === 'string') return { ok: false, fault: report }
      // The thread gave back what this task's `run` answered.
      if (report.done) return { ok: true, value: report.value as Awaited<ReturnType<Run>> }
      throw Object.assign(new Error(report.message), { name: report.name, code: report.code })
    },
    async close() {
      closed = true
      await threadList.close()
    },
  }
}

function fullPoolIsBusy(error: unknown): 'busy' {
  if (error instanceof SemaphoreFull) return 'busy'
  throw error
}

/** Has one thread do it; a thread that breaks off is ended, whatever state it is in, before this returns. */
async function askOne(
  threadList: ThreadList,
  assignment: Assignment,
  limitMs: number,
): Promise<Report | PoolError> {
  const worker = threadList.take()
  const report = await ask(worker, assignment, limitMs)
  if (typeof report === 'string') await worker.terminate()
  else threadList.giveBack(worker)
  return report
}

async function ask(worker: Worker, assignment: Assignment, limitMs: number): Promise<Report | PoolError> {
  const settled = new AbortController()
  const { signal } = settled
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    limit = setTimeout(resolve, limitMs, 'late')
  })
  const report = once(worker, 'message', { signal }).then(([value]) => value as Report)
  const exit = once(worker, 'exit', { signal }).then(() => 'broke' as const)
  // Each of these rejects with the thread's error, or once nobody waits for it any more.
  report.catch(() => undefined)
  exit.catch(() => undefined)
  try {
    worker.postMessage(assignment)
    return await Promise.race([report, exit, late])
  } catch {
    return 'broke'
  } finally {
    clearTimeout(limit)
    settled.abort()
  }
}
