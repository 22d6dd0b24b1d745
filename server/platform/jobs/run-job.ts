import type { Db } from '#server/platform/db/client.ts'
import type { JobRow } from '#server/platform/db/schema.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import { runInContext } from '#server/platform/http/request-context.ts'
import type { JobHandler, JobOutcome } from './job.ts'
import { retryDelay } from './retry-delay.ts'
import { finish, renew } from './store.ts'

/** The time of one attempt: enough for a mail server that is slow at every step, with other mails before this one. */
const ATTEMPT_LIMIT_MS = 5 * 60_000
/**
 * How long a claim lasts. It is renewed while the attempt runs, so that no second worker starts while
 * the first may still act, and the job of a worker that died is soon another's.
 */
export const LEASE_MS = 60_000

const tookTooLong: JobOutcome = { done: false, failure: 'took too long' }

/** Attempts beyond the last that a job gets when processes end in it, as at a stop; one that ends them all is given up. */
const CUT_OFF = 3
const endedProcess: JobOutcome = { done: false, failure: 'the process ended in it' }

export interface RunDeps {
  db: Db
  handlers: readonly JobHandler[]
  clock: Clock
  log: Log
  leaseMs?: number
  tracing?: Tracing | undefined
  /** Called after every attempt, for the metrics. */
  onAttempt?(ended: RunEnded): void
}

/** How an attempt ended: `again` is retried later, `dead` is given up. */
export interface RunEnded {
  kind: string
  outcome: 'done' | 'again' | 'dead'
  seconds: number
  /** Seconds since the job was enqueued. */
  sinceCreated: number
}

/** Makes the function that runs a claimed job once and records how that ended; it never rejects. */
export function createRunJob(deps: RunDeps): (job: JobRow) => Promise<void> {
  const { db, clock, log } = deps
  const handlers = new Map(deps.handlers.map((handler) => [handler.kind.name, handler]))

  async function runAndRecord(job: JobRow): Promise<RunEnded['outcome']> {
    const handler = handlers.get(job.kind)
    if (!handler) throw new Error(`no handler for ${job.kind}`)
    const isCutOff = job.attempts > handler.kind.maxAttempts + CUT_OFF
    const outcome = isCutOff ? endedProcess : await runOnce(deps, handler, job)
    if (outcome.done) {
      await finish(db, job, { status: 'done', at: clock.now() })
      return 'done'
    }
    const { failure, permanent } = outcome
    const fields = { job: job.id, kind: job.kind, attempts: job.attempts, failure }
    if (permanent || isLast(handler, job)) {
      log.error(fields, 'a job failed for the last time: it is kept for `ops jobs`')
      await finish(db, job, { status: 'dead', at: clock.now(), failure })
      return 'dead'
    }
    log.warn(fields, 'a job failed and will be attempted again')
    const runAt = clock.now() + retryDelay(handler.kind, job.attempts)
    await finish(db, job, { status: 'ready', runAt, failure })
    return 'again'
  }

  return (job) =>
    observeAttempt(deps, job, () =>
      runAndRecord(job).catch((error: unknown) => {
        // Its lease expires, and it is retried: better twice than never.
        log.error({ job: job.id, kind: job.kind, err: error }, 'the result of a job could not be recorded')
        return 'again'
      }),
    )
}

/** Runs an attempt in the context of the request that enqueued the job, and records it in the metrics and the trace. */
async function observeAttempt(
  { clock, tracing, onAttempt }: RunDeps,
  { id, kind, attempts, created_at: askedFor, request_id: requestId, traceparent }: JobRow,
  attempt: () => Promise<RunEnded['outcome']>,
): Promise<void> {
  const span = tracing?.begin({ name: `job ${kind}`, kind: 'consumer', parent: traceparent ?? undefined })
  const begun = performance.now()
  const outcome = await runInContext({ requestId: requestId ?? undefined, job: id, span }, attempt)
  const seconds = (performance.now() - begun) / 1000
  const sinceCreated = Math.max(0, (clock.now() - askedFor) / 1000)
  onAttempt?.({ kind, outcome, seconds, sinceCreated })
  span?.end({ failed: outcome !== 'done', attributes: { 'job.outcome': outcome, 'job.attempts': attempts } })
}

async function runOnce(deps: RunDeps, handler: JobHandler, job: JobRow): Promise<JobOutcome> {
  const { log } = deps
  const renewal = renewClaim(deps, job)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<JobOutcome>((resolve) => {
    timer = setTimeout(resolve, ATTEMPT_LIMIT_MS, tookTooLong)
  })
  try {
    const attempt = { isLast: isLast(handler, job) }
    return await Promise.race([handler.run(JSON.parse(job.payload), job.id, attempt), late])
  } catch (error) {
    log.error({ job: job.id, kind: job.kind, err: error }, 'job failed unexpectedly')
    return { done: false, failure: error instanceof Error ? error.name : 'unknown' }
  } finally {
    clearTimeout(timer)
    clearInterval(renewal)
  }
}

function isLast({ kind }: JobHandler, { attempts }: JobRow): boolean {
  return attempts >= kind.maxAttempts
}

function renewClaim({ db, clock, log, leaseMs = LEASE_MS }: RunDeps, job: JobRow): NodeJS.Timeout {
  return setInterval(() => {
    renew(db, job, clock.now() + leaseMs).catch((error: unknown) => {
      log.warn({ job: job.id, err: error }, 'the lease of a job could not be renewed')
    })
  }, leaseMs / 3)
}
