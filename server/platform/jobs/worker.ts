import { performance } from 'node:perf_hooks'
import type { JobRow } from '#server/platform/db/schema.ts'
import { claim, renew } from './store.ts'
import { createRunJob, LEASE_MS, type RunDeps } from './run-job.ts'

/** Jobs worked on at once by one process. */
const AT_ONCE = 8
/** While visitors keep the event loop this busy the worker rests between rounds, so that it takes little from them. */
const BUSY_UTILISATION = 0.4
const BUSY_REST_MS = 200
/** How soon another process's job is noticed; our own wake the worker at once. */
const POLL_MS = 1000

export interface Worker {
  start(): void
  /** Says that a job of this process may be due. */
  wake(): void
  /** Works what is due now; resolves with how many jobs were tried. */
  round(): Promise<number>
  /** Claims nothing more and resolves when the tries under way have ended. */
  stop(): Promise<void>
}

export interface WorkerDeps extends RunDeps {
  engine: 'sqlite' | 'postgres'
}

/** The outbox worker: at-least-once, with backoff; a job that keeps failing is parked as dead with a log line. */
export function createWorker(deps: WorkerDeps): Worker {
  const nap = createNap()
  let stopped = false
  const trials = createTrials(deps, { onRoom: nap.end, mayBegin: () => !stopped })
  let running: Promise<void> | undefined

  async function loop(): Promise<void> {
    let since = performance.eventLoopUtilization()
    while (!stopped) {
      const begun = await trials.begin().catch((error: unknown) => {
        deps.log.error({ err: error }, 'the outbox could not be read')
        return []
      })
      if (begun.length === 0 && !stopped) await nap.rest(POLL_MS)
      const { utilization } = performance.eventLoopUtilization(since)
      since = performance.eventLoopUtilization()
      if (utilization > BUSY_UTILISATION) await new Promise((resolve) => setTimeout(resolve, BUSY_REST_MS))
    }
  }

  return {
    start() {
      stopped = false
      running = loop()
    },
    wake: nap.end,
    round: async () => (await Promise.all(await trials.begin())).length,
    async stop() {
      stopped = true
      nap.end()
      await running
      await trials.end()
    },
  }
}

/**
 * The tries under way. A slow one keeps its own place and no other: what ends makes room for the next at once, and
 * says so by `onRoom`.
 */
function createTrials(deps: WorkerDeps, { onRoom, mayBegin }: { onRoom(): void; mayBegin(): boolean }) {
  const { db, engine, clock, leaseMs = LEASE_MS } = deps
  const runJob = createRunJob(deps)
  const kinds = deps.handlers.map((handler) => handler.kind.name)
  const active = new Set<Promise<void>>()

  function begin(job: JobRow): Promise<void> {
    const trial = runJob(job).finally(() => {
      active.delete(trial)
      onRoom()
    })
    active.add(trial)
    return trial
  }

  return {
    /** Begins what is due, as far as there is room; what a stop overtook is given back. */
    async begin(): Promise<Promise<void>[]> {
      const count = AT_ONCE - active.size
      if (count === 0) return []
      const jobs = await claim(db, { engine, kinds, now: clock.now(), leaseMs, count })
      if (mayBegin()) return jobs.map(begin)
      await Promise.all(jobs.map((job) => renew(db, job, clock.now())))
      return []
    },
    end: () => Promise.all(active),
  }
}

/** A rest that can be ended early; an end that comes before the rest ends that one as it begins. */
function createNap(): { rest(ms: number): Promise<void>; end(): void } {
  let woken = false
  let wake: () => void = () => undefined
  return {
    async rest(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      woken = false
    },
    end() {
      woken = true
      wake()
    },
  }
}
