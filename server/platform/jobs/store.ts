import { type ExpressionBuilder, sql } from 'kysely'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Database, JobRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { requestContext } from '#server/platform/observability/request-context.ts'
import type { JobKind } from './job.ts'

/**
 * Writes jobs of one kind into the outbox; call it in the transaction of the change that asks for them. They are due at
 * once unless `runAt` is later, and belong to the request that is being handled.
 */
export async function enqueue<Payload extends Record<string, string>>(
  trx: Db,
  kind: JobKind<Payload>,
  jobs: readonly { payload: Payload; now: number; runAt?: number }[],
): Promise<void> {
  const { requestId = null } = requestContext()
  const rows = jobs.map(({ payload, now, runAt = now }) => ({
    id: newId(),
    kind: kind.name,
    payload: JSON.stringify(payload),
    created_at: now,
    run_at: runAt,
    attempts: 0,
    status: 'ready' as const,
    last_failure: null,
    finished_at: null,
    request_id: requestId,
    record_id: recordOf(kind, payload),
  }))
  await trx.insertInto('jobs').values(rows).execute()
}

/** The record that a job is about, whose timeline shows it and whose erasure takes it. */
function recordOf(
  { name, record }: Pick<JobKind, 'name' | 'record'>,
  payload: Readonly<Record<string, string>>,
): string | null {
  if (record === null) return null
  const id = payload[record]
  if (id === undefined) throw new Error(`a job of the kind ${name} has no ${record}`)
  return id
}

interface ClaimOptions {
  engine: 'sqlite' | 'postgres'
  /** What this process can handle; a newer one's kinds wait for it. */
  kinds: readonly string[]
  now: number
  leaseMs: number
  count: number
}

/** Takes up to `count` due jobs for `leaseMs`; another worker gets them only when that has passed. */
export function claim(db: Db, options: ClaimOptions): Promise<JobRow[]> {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'ready')
    .where('run_at', '<=', options.now)
    .where('kind', 'in', options.kinds)
    .orderBy('run_at')
    .limit(options.count)
  // As an array PostgreSQL evaluates the locking subquery once, whatever its planner likes, so that the limit holds.
  const isOneOf =
    options.engine === 'postgres'
      ? sql<boolean>`id = any(array(${due.forUpdate().skipLocked()}))`
      : (e: ExpressionBuilder<Database, 'jobs'>) => e('id', 'in', due)
  return db
    .updateTable('jobs')
    .set({ run_at: options.now + options.leaseMs, attempts: sql`attempts + 1` })
    .where(isOneOf)
    .returningAll()
    .execute()
}

/** Keeps a claim until `runAt`; does nothing when it has meanwhile passed to another worker. */
export async function renew(db: Db, job: JobRow, runAt: number): Promise<void> {
  await db.updateTable('jobs').set({ run_at: runAt }).where(stillClaimed(job)).execute()
}

/** How an attempt ended. */
export type JobEnding =
  | { status: 'done'; at: number }
  | { status: 'dead'; at: number; failure: string }
  | { status: 'ready'; runAt: number; failure: string }

/** Records the end of an attempt; does nothing when the claim has meanwhile passed to another worker. */
export async function finish(db: Db, job: JobRow, ending: JobEnding): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      status: ending.status,
      ...(ending.status === 'done' ? {} : { last_failure: ending.failure }),
      ...(ending.status === 'ready' ? { run_at: ending.runAt } : { finished_at: ending.at }),
    })
    .where(stillClaimed(job))
    .execute()
}

// Every claim raises the number of attempts, so that number identifies the claim.
function stillClaimed({ id, attempts }: JobRow) {
  return (e: ExpressionBuilder<Database, 'jobs'>) => e.and({ id, attempts, status: 'ready' })
}

export interface Unfinished {
  kind: string
  status: 'ready' | 'dead'
  count: number
  /** When the first of them was enqueued, in milliseconds. */
  oldest: number
}

/** Jobs of one status that are counted at most: who waits for more knows enough. */
const COUNTED = 10_000

/** How many jobs of each kind wait or were given up, for the metrics. */
export async function countUnfinished(db: Db): Promise<Unfinished[]> {
  const count = (status: Unfinished['status']) =>
    db
      .selectFrom((e) =>
        e
          .selectFrom('jobs')
          .select(['kind', 'created_at'])
          .where('status', '=', status)
          .orderBy('run_at')
          .limit(COUNTED)
          .as('first'),
      )
      .select((e) => [
        'kind',
        e.val(status).as('status'),
        e.cast<number>(e.fn.countAll(), 'integer').as('count'),
        e.fn.min<number>('created_at').as('oldest'),
      ])
      .groupBy('kind')
      .execute()
  return [...(await count('ready')), ...(await count('dead'))]
}

/** Jobs that wait, or that were given up; the first that is or was due first. */
export function listJobs(
  db: Db,
  { status, count }: { status: 'ready' | 'dead'; count: number },
): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', status)
    .orderBy('run_at')
    .orderBy('id')
    .limit(count)
    .execute()
}

/**
 * Gives a job that was given up all its attempts again, due now, for `actor` (as the audit log names them), in one commit
 * with the entry in the audit log; false where there is no such job.
 */
export function retryJob(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  actor: string,
): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const retried = await trx
      .updateTable('jobs')
      .set({ status: 'ready', run_at: now, attempts: 0, finished_at: null })
      .where('id', '=', id)
      .where('status', '=', 'dead')
      .returning('kind')
      .executeTakeFirst()
    if (!retried) return false
    const { kind } = retried
    await appendAudit(trx, { action: 'retry_job', reference: id, actor, detail: { kind } }, now)
    return true
  })
}

/** Jobs of any state whose payload holds one of these ids. */
export async function jobsNaming(
  db: Db,
  ids: readonly string[],
): Promise<Pick<JobRow, 'id' | 'kind' | 'created_at' | 'status'>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'created_at', 'status', 'payload'])
    .where((e) => e.or(ids.map((id) => e('payload', 'like', `%${id}%`))))
    .execute()
  // An underscore in an id matches any letter there.
  return rows.flatMap(({ payload, ...job }) => {
    const values: unknown[] = Object.values(JSON.parse(payload))
    return values.some((value) => ids.some((id) => id === value)) ? [job] : []
  })
}

/** Jobs about a record, oldest first; those that are done go after a week. */
export function jobsOfRecord(
  db: Db,
  recordId: string,
): Promise<Pick<JobRow, 'kind' | 'payload' | 'status' | 'created_at' | 'finished_at'>[]> {
  return db
    .selectFrom('jobs')
    .select(['kind', 'payload', 'status', 'created_at', 'finished_at'])
    .where('record_id', '=', recordId)
    .orderBy('created_at')
    .execute()
}
