import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { DatabaseHandle } from '#server/platform/db/client.ts'
import type { JobRow } from '#server/platform/db/schema.ts'
import { runInContext } from '#server/platform/observability/request-context.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { JobHandler, JobKind, JobOutcome, RunEnded } from './job.ts'
import { claim, finish, renew } from './store.ts'

/** Jobs that one process runs at once. */
const AT_ONCE = 8
/** While visitors keep the event loop this busy the worker pauses between rounds. */
const BUSY_UTILISATION = 0.4
const BUSY_REST_MS = 200
/** How soon another process's job is noticed; our own wake the worker at once. */
const POLL_MS = 1000
/** After this an attempt is logged as slow: long enough for a mail server that is slow at every step, with mails before this one. */
const SLOW_MS = 5 * 60_000
/**
 * How long a claim lasts. It is renewed while the attempt runs, so that no second worker starts while
 * the first may still act, and the job of a worker that died is soon another's.
 */
export const LEASE_MS = 60_000
/** Further attempts of a job whose processes ended during it, as at a stop; a job that ends all of them is given up. */
const CUT_OFF = 3
/** The wait after the first failed attempt, and the longest. */
const FIRST_MS = 1000
const LONGEST_MS = 60 * 60 * 1000

const endedProcess: JobOutcome = { done: false, failure: 'the process ended in it' }

export interface Worker {
  /** Gives it the handlers of the kinds that it is to run. */
  register(handlers: readonly JobHandler[]): void
  start(): void
  /** Says that a job of this process may be due. */
  wake(): void
  /** Runs what is due now; resolves with the number of attempts. */
  round(): Promise<number>
  /** Claims nothing more; resolves when the running attempts have ended. */
  stop(): Promise<void>
}

interface WorkerDeps extends Pick<DatabaseHandle, 'db' | 'engine'> {
  clock: Clock
  log: Log
  /** Called after every attempt, for the metrics. */
  onAttempt?(ended: RunEnded): void
  /** Called before a job is noted as done at `at`, in milliseconds. */
  onDone?(job: JobRow, at: number): Promise<void> | undefined
}

/** The outbox worker: at least once, with backoff; a job that keeps failing becomes dead, with a log line. */
export function createWorker(deps: WorkerDeps): Worker {
  const handlers = new Map<string, JobHandler>()
  const pause = createPause()
  let stopped = false
  let loop: Promise<void> | undefined
  const { startDue, running } = createStarter(deps, handlers, { onEnd: pause.end, isStopped: () => stopped })

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
    register(more) {
      for (const handler of more) handlers.set(handler.kind.name, handler)
    },
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

function createStarter(
  deps: WorkerDeps,
  handlers: ReadonlyMap<string, JobHandler>,
  worker: { onEnd(): void; isStopped(): boolean },
) {
  const { db, engine, clock } = deps
  const running = new Map<Promise<void>, string>()

  function start(job: JobRow): Promise<void> {
    const attempt = runJob(deps, handlers, job).finally(() => {
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
    const kinds = [...handlers.values()].map(({ kind }) => kind)
    const open = kinds.filter(({ atOnce }) => atOnce === undefined).map(({ name }) => name)
    const started: Promise<void>[] = []
    for (const { names, most } of [{ names: open, most: AT_ONCE }, ...kinds.flatMap(roomOf)]) {
      const count = Math.min(most, AT_ONCE - running.size)
      if (count <= 0 || names.length === 0 || worker.isStopped()) continue
      const jobs = await claim(db, { engine, kinds: names, now: clock.now(), leaseMs: LEASE_MS, count })
      if (worker.isStopped()) await Promise.all(jobs.map((job) => renew(db, job, clock.now())))
      else started.push(...jobs.map(start))
    }
    return started
  }

  return { startDue, running: () => running.keys() }
}

/** Runs a claimed job once, in the context of the request that enqueued it, and records how that ended; it never rejects. */
async function runJob(
  deps: WorkerDeps,
  handlers: ReadonlyMap<string, JobHandler>,
  job: JobRow,
): Promise<void> {
  const { clock, log, onAttempt } = deps
  const { id, kind, created_at: askedFor, request_id: requestId } = job
  const begun = performance.now()
  const attempt = () =>
    runAndRecord(deps, handlers.get(kind), job).catch((error: unknown): RunEnded['outcome'] => {
      // Its lease expires, and it is retried: better twice than never.
      log.error({ job: id, kind, err: error }, 'the result of a job could not be recorded')
      return 'again'
    })
  const outcome = await runInContext({ requestId: requestId ?? undefined, job: id }, attempt)
  const seconds = (performance.now() - begun) / 1000
  const sinceCreated = Math.max(0, (clock.now() - askedFor) / 1000)
  onAttempt?.({ kind, outcome, seconds, sinceCreated })
}

async function runAndRecord(
  deps: WorkerDeps,
  handler: JobHandler | undefined,
  job: JobRow,
): Promise<RunEnded['outcome']> {
  const { db, clock, log } = deps
  if (!handler) throw new Error(`no handler for ${job.kind}`)
  const isCutOff = job.attempts > handler.kind.maxAttempts + CUT_OFF
  const outcome = isCutOff ? endedProcess : await runClaimed(deps, handler, job)
  if (outcome.done) {
    const at = clock.now()
    await deps.onDone?.(job, at)
    await finish(db, job, { status: 'done', at })
    return 'done'
  }
  const { failure, permanent } = outcome
  const fields = { job: job.id, kind: job.kind, attempts: job.attempts, failure }
  if (permanent || isLast(handler, job)) {
    log.error(fields, 'a job failed for the last time: it is kept at the desk')
    await finish(db, job, { status: 'dead', at: clock.now(), failure })
    return 'dead'
  }
  log.warn(fields, 'a job failed and will be attempted again')
  const wait = handler.kind.delaysMs?.[job.attempts - 1] ?? backoffMs(job.attempts, Math.random())
  await finish(db, job, { status: 'ready', runAt: clock.now() + wait, failure })
  return 'again'
}

/**
 * Runs the handler, while its claim is renewed: however long it takes, it keeps its place and nobody else runs the job
 * meanwhile. One that never ends keeps them until the process is restarted, and the log names it.
 */
async function runClaimed(deps: WorkerDeps, handler: JobHandler, job: JobRow): Promise<JobOutcome> {
  const { db, clock, log } = deps
  const renewal = setInterval(() => {
    renew(db, job, clock.now() + LEASE_MS).catch((error: unknown) => {
      log.warn({ job: job.id, err: error }, 'the lease of a job could not be renewed')
    })
  }, LEASE_MS / 3)
  const slow = setInterval(() => {
    log.error({ job: job.id, kind: job.kind }, 'a job is slow: it keeps its place until it has ended')
  }, SLOW_MS)
  try {
    const attempt = { isLast: isLast(handler, job) }
    return await handler.run(JSON.parse(job.payload), job.id, attempt)
  } catch (error) {
    log.error({ job: job.id, kind: job.kind, err: error }, 'job failed unexpectedly')
    return { done: false, failure: error instanceof Error ? error.name : 'unknown' }
  } finally {
    clearInterval(slow)
    clearInterval(renewal)
  }
}

function isLast({ kind }: JobHandler, { attempts }: JobRow): boolean {
  return attempts >= kind.maxAttempts
}

/**
 * Milliseconds until the attempt after so many failed ones: doubled from a second up to an hour, spread over the upper half
 * so that what failed together does not return together. `random` is in [0, 1).
 */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1))
  return Math.round(whole * (0.5 + random / 2))
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
