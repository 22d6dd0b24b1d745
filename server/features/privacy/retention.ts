import { setTimeout as sleep } from 'node:timers/promises'
import { appendAudit, pruneAudit } from '#server/platform/audit/log.ts'
import {
  type Counts,
  deleteApplications,
  deleteEnquiries,
  leaveFilesToSweep,
  wipeMandates,
} from './erasure-store.ts'
import { removeFiles } from './erasure.ts'
import { type Period, periods } from './periods.ts'
import type { PrivacyDeps } from './person.ts'
import { countExpired, deleteExpired, expiredIds } from './retention-store.ts'

/** Rows per commit, so that none holds others up for long; fewer where a row has files or is encrypted again. */
const BATCH = 100
const SMALL_BATCH = 20
/** Milliseconds between two commits, at least. */
const PAUSE_MS = 2

/** How many rows are past their period now, by its name. Nothing is changed. */
export async function countAllExpired({ db, clock }: PrivacyDeps): Promise<Counts> {
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) counts[period.name] = await countExpired(db, period, now)
  return counts
}

export interface RetentionRun {
  /** Who started it, for the audit log. */
  actor: string
  /** Only what was past its period then already (milliseconds); now, unless given. */
  dueAt?: number
  /** Leaves out what a server deletes every few minutes anyway. */
  daily?: boolean
  /** Called after each commit with the number deleted so far. */
  progress?(name: string, count: number): void
  /** Once it is aborted no further commit begins; the next run continues. */
  signal?: AbortSignal
}

/**
 * Deletes what is past its period, in commits of some rows each; safe to interrupt, to repeat and to run twice at once.
 * The audit log records what was deleted, unless that was nothing.
 */
export async function runRetention(deps: PrivacyDeps, run: RetentionRun): Promise<Counts> {
  const { db, clock } = deps
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) {
    if (run.daily && period.short) continue
    counts[period.name] = await deleteAllExpired(deps, period, { dueAt: now, ...run })
  }
  const detail = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const { actor } = run
  if (Object.keys(detail).length > 0) await appendAudit(db, { action: 'retention', actor, detail }, now)
  return counts
}

async function deleteAllExpired(
  deps: PrivacyDeps,
  period: Period,
  { dueAt, progress, signal }: Pick<RetentionRun, 'progress' | 'signal'> & { dueAt: number },
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const count = await deleteBatch(deps, period, dueAt)
    if (count === 0) break
    total += count
    progress?.(period.name, total)
    // SQLite works on the thread that answers visitors, so they get as much of its time as this work took.
    await sleep(Math.max(PAUSE_MS, performance.now() - startedAt))
  }
  return total
}

async function deleteBatch(deps: PrivacyDeps, period: Period, dueAt: number): Promise<number> {
  const { db, cipher } = deps
  switch (period.way) {
    case undefined:
    case 'records':
      return deleteExpired(db, period, { now: dueAt, limit: BATCH })
    case 'enquiries':
      return db.transaction().execute(async (trx) => {
        const ids = await expiredIds(trx, period, { now: dueAt, limit: BATCH })
        await deleteEnquiries(trx, ids)
        return ids.length
      })
    case 'log':
      return pruneAudit(db, dueAt - (period.after['at'] ?? 0))
    case 'account':
      return db.transaction().execute(async (trx) => {
        const ids = await expiredIds(trx, period, { now: dueAt, limit: SMALL_BATCH })
        return wipeMandates(trx, cipher, { ids, now: deps.clock.now(), detach: false })
      })
    case 'documents':
      return deleteExpiredApplications(deps, period, dueAt)
  }
}

async function deleteExpiredApplications(deps: PrivacyDeps, period: Period, dueAt: number): Promise<number> {
  const { ids, files } = await deps.db.transaction().execute(async (trx) => {
    const expired = await expiredIds(trx, period, { now: dueAt, limit: SMALL_BATCH })
    const result = await deleteApplications(trx, expired)
    await leaveFilesToSweep(trx, result.files)
    return { ids: expired, files: result.files }
  })
  await removeFiles(deps, files)
  return ids.length
}
