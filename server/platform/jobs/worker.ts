import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobRow } from '#server/platform/db/schema.ts'
import type { JobKind } from './job.ts'
import { createRunJob, LEASE_MS, type RunDeps } from './run-job.ts'
import { claim, renew } from './store.ts'

/** Jobs that one process runs at once. */
const AT_ONCE = 8
/** While visitors keep the event loop this busy the worker pauses between rounds. */
const BUSY_UTILISATION = 0.4
const BUSY_REST_MS = 200
/** How soon another process's job is noticed; our own wake the worker at once. */
const POLL_MS = 1000

export interface Worker {
  start(): void
  /** Says that a job of this process may be due. */
  wake(): void
  /** Runs what is due now; resolves with the number of attempts. */
  round(): Promise<number>
  /** Claims nothing more; resolves when the running attempts have ended. */
  stop(): Promise<void>
}

export interface WorkerDeps extends RunDeps {
  engine: 'sqlite' | 'postgres'
}

/** The outbox worker: at least once, with backoff; a job that keeps failing becomes dead, with a log line. */
export function createWorker(deps: WorkerDeps): Worker {
  const pause = createPause()
  let stopped = false
  let loop: Promise<void> | undefined
  const { startDue, running } = createStarter(deps, { onEnd: pause.end, isStopped: () => stopped })

  async function runUntilStopped(): Promise<void> {
    let since = performance.eventLoopUtilization()
    while (!stopped) {
      const started = await startDue().catch((error: unknown) => {
        deps.log.error({ err: error }, 'the outbox could not be read')
        return []
      })
      if (started.length === 0 && !stopped) await pause.wait(POLL_MS)
      const { utilization } = performance.eventLoopUtilization(since)
      since = performance.eventLoopUtilization()
      if (utilization > BUSY_UTILISATION) await sleep(BUSY_REST_MS)
    }
  }

  return {
    start() {
      stopped = false
      loop = runUntilStopped()
    },
    wake: pause.end,
    round: async () => (await Promise.all(await startDue())).length,
    async stop() {
      stopped = true
      pause.end()
      await loop
      await Promise.all(running())
    },
  }
}

function createStarter(deps: WorkerDeps, worker: { onEnd(): void; isStopped(): boolean }) {
  const { db, engine, clock, leaseMs = LEASE_MS } = deps
  const runJob = createRunJob(deps)
  const kinds = deps.handlers.map((handler) => handler.kind)
  const running = new Map<Promise<void>, string>()

  function start(job: JobRow): Promise<void> {
    const attempt = runJob(job).finally(() => {
      running.delete(attempt)
      worker.onEnd()
    })
    running.set(attempt, job.kind)
    return attempt
  }

  function roomOf({ name, atOnce }: JobKind): { names: string[]; most: number }[] {
    if (atOnce === undefined) return []
    const busy = [...running.values()].filter((kind) => kind === name).length
    return [{ names: [name], most: atOnce - busy }]
  }

  /**
   * Claims and starts what there is room for: first what has no limit of its own, then each kind that has one, up to that.
   * What was claimed during a stop is given back.
   */
  async function startDue(): Promise<Promise<void>[]> {
    const open = kinds.filter(({ atOnce }) => atOnce === undefined).map(({ name }) => name)
    const started: Promise<void>[] = []
    for (const { names, most } of [{ names: open, most: AT_ONCE }, ...kinds.flatMap(roomOf)]) {
      const count = Math.min(most, AT_ONCE - running.size)
      if (count <= 0 || names.length === 0 || worker.isStopped()) continue
      const jobs = await claim(db, { engine, kinds: names, now: clock.now(), leaseMs, count })
      if (worker.isStopped()) await Promise.all(jobs.map((job) => renew(db, job, clock.now())))
      else started.push(...jobs.map(start))
    }
    return started
  }

  return { startDue, running: () => running.keys() }
}

/** A pause that can be ended early; an end that comes before it makes the next pause end at once. */
function createPause(): { wait(ms: number): Promise<void>; end(): void } {
  let ending = new AbortController()
  return {
    async wait(ms) {
      await sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
      ending = new AbortController()
    },
    end: () => ending.abort(),
  }
}
