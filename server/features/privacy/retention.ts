import { setTimeout as sleep } from 'node:timers/promises'
import { appendAudit, pruneAudit } from '#server/platform/audit/log.ts'
import { type Counts, deleteSentRecords, leaveFilesToSweep, wipeMandates } from './erasure-store.ts'
import { removeFiles } from './erasure.ts'
import { type Period, periods } from './retention-periods.ts'
import type { Privacy } from './person.ts'
import { countExpired, deleteExpired, expiredIds } from './retention-store.ts'

/** Rows per commit, so that none holds others up for long; fewer where a row has files or is encrypted again. */
const BATCH = 100
const SMALL_BATCH = 20
/** Milliseconds between two commits, at least. */
const PAUSE_MS = 2

/** How many rows are past their period now, by its name. Nothing is changed. */
export async function countAllExpired({ db, clock }: Privacy): Promise<Counts> {
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
export async function runRetention(app: Privacy, run: RetentionRun): Promise<Counts> {
  const { db, clock } = app
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) {
    if (run.daily && period.short) continue
    counts[period.name] = await deleteAllExpired(app, period, { dueAt: now, ...run })
  }
  const detail = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const { actor } = run
  if (Object.keys(detail).length > 0) await appendAudit(db, { action: 'retention', actor, detail }, now)
  return counts
}

async function deleteAllExpired(
  app: Privacy,
  period: Period,
  { dueAt, progress, signal }: Pick<RetentionRun, 'progress' | 'signal'> & { dueAt: number },
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const count = await deleteBatch(app, period, dueAt)
    if (count === 0) break
    total += count
    progress?.(period.name, total)
    // SQLite works on the thread that answers visitors, so they get as much of its time as this work took.
    await sleep(Math.max(PAUSE_MS, performance.now() - startedAt))
  }
  return total
}

async function deleteBatch(app: Privacy, period: Period, dueAt: number): Promise<number> {
  const { db, cipher } = app
  switch (period.way) {
    case undefined:
    case 'records':
      return deleteExpired(db, period, { now: dueAt, limit: BATCH })
    case 'log':
      return pruneAudit(db, dueAt - (period.after['at'] ?? 0))
    case 'account':
      return db.transaction().execute(async (trx) => {
        const ids = await expiredIds(trx, period, { now: dueAt, limit: SMALL_BATCH })
        return wipeMandates(trx, cipher, { ids, now: app.clock.now(), detach: false })
      })
    case 'sent':
      return deleteExpiredRecords(app, period, dueAt)
  }
}

async function deleteExpiredRecords(app: Privacy, period: Period, dueAt: number): Promise<number> {
  const { ids, files } = await app.db.transaction().execute(async (trx) => {
    const limit = period.name === 'applications' ? SMALL_BATCH : BATCH
    const expired = await expiredIds(trx, period, { now: dueAt, limit })
    const result = await deleteSentRecords(trx, app.cipher, expired)
    await leaveFilesToSweep(trx, result.files)
    return { ids: expired, files: result.files }
  })
  await removeFiles(app, files)
  return ids.length
}
