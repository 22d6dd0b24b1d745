import { setTimeout as sleep } from 'node:timers/promises'
import { appendAudit, pruneAudit } from '#server/platform/audit/log.ts'
import { type Counts, forgetApplications, wipeMandates } from './erasure-store.ts'
import { removeFiles } from './erasure.ts'
import { type Period, periods } from './periods.ts'
import type { PrivacyDeps } from './person.ts'
import { countPast, deletePast, pastIds } from './retention-store.ts'
import { leaveFilesToSweep } from './tombstones-store.ts'

/** Rows that one commit takes, so that none holds others up for long; of those that bring files or encrypts, fewer. */
const AT_ONCE = 100
const FEW_AT_ONCE = 20
/** Milliseconds between two commits, at least. */
const REST_MS = 2

/** What is past its time now, by what it is: how many rows. Nothing is changed. */
export async function wouldForget({ db, clock }: PrivacyDeps): Promise<Counts> {
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) counts[period.name] = await countPast(db, period, now)
  return counts
}

export interface RetentionRun {
  /** Who asked for it, as the audit log has it. */
  actor: string
  /** Leaves out what a server forgets every few minutes anyway. */
  daily?: boolean
  /** Told after each commit how many of that have gone so far. */
  progress?(name: string, gone: number): void
}

/**
 * Forgets what is past its time, in commits of some rows each; safe to be interrupted, repeated and run twice at once.
 * What went is told to the audit log, unless it was nothing that a person could miss.
 */
export async function runRetention(deps: PrivacyDeps, run: RetentionRun): Promise<Counts> {
  const { db, clock } = deps
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) {
    if (run.daily && period.short) continue
    counts[period.name] = await forgetAll(deps, period, { now, ...run })
  }
  const detail = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const { actor } = run
  if (Object.keys(detail).length > 0) await appendAudit(db, { action: 'retention', actor, detail }, now)
  return counts
}

async function forgetAll(
  deps: PrivacyDeps,
  period: Period,
  { now, progress }: Pick<RetentionRun, 'progress'> & { now: number },
): Promise<number> {
  let all = 0
  for (;;) {
    const begun = performance.now()
    const gone = await forgetSome(deps, period, now)
    if (gone === 0) return all
    all += gone
    progress?.(period.name, all)
    // SQLite works on the thread that answers visitors: they get as much of it as this, for however long it goes on.
    await sleep(Math.max(REST_MS, performance.now() - begun))
  }
}

async function forgetSome(deps: PrivacyDeps, period: Period, now: number): Promise<number> {
  switch (period.way) {
    case 'delete':
    case 'records':
      return deletePast(deps.db, period, { now, limit: AT_ONCE })
    case 'log':
      return pruneAudit(deps.db, now - (period.after['at'] ?? 0))
    case 'account':
      return wipePast(deps, period, now)
    case 'documents':
      return forgetDocuments(deps, period, now)
  }
}

async function wipePast({ db, cipher }: PrivacyDeps, period: Period, now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await pastIds(trx, period, { now, limit: FEW_AT_ONCE })
    return wipeMandates(trx, cipher, { ids, now, apart: false })
  })
}

async function forgetDocuments(deps: PrivacyDeps, period: Period, now: number): Promise<number> {
  const { ids, files } = await deps.db.transaction().execute(async (trx) => {
    const past = await pastIds(trx, period, { now, limit: FEW_AT_ONCE })
    const gone = await forgetApplications(trx, past)
    await leaveFilesToSweep(trx, gone.files)
    return { ids: past, files: gone.files }
  })
  await removeFiles(deps, files)
  return ids.length
}
