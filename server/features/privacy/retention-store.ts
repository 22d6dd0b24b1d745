import type { Database } from '#server/platform/db/schema.ts'
import { LINK_LIFE_MS } from '#server/features/careers/store.ts'
import { SENDS_KEPT_MS } from '#server/features/onboarding/identity/mobile-service.ts'
import {
  CHALLENGE_LIFE_MS,
  INVITATION_LIFE_MS,
  STAFF_IDLE_MS,
  STAFF_LIFE_MS,
} from '#server/features/staff/access/rules.ts'
import { IDLE_MS, LIFE_MS } from '#server/platform/sessions/store.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { appendAudit, pruneAudit, countPrunable } from '#server/platform/audit/log.ts'
import {
  type Counts,
  deleteSentRecords,
  leaveFilesToSweep,
  wipeMandates,
  removeFiles,
} from './erasure-store.ts'
import type { PeriodName } from '#contract/messages/staff-audit.ts'
import type { Privacy } from './person.ts'
import { forgetAgreed } from '#server/features/vacancies/store.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { skipLocked, primaryKeys } from '#server/platform/db/tables.ts'

const DAY_MS = 24 * 60 * 60_000
/** With a leap day: what must be kept for a year is not deleted earlier. */
const YEAR_MS = 366 * DAY_MS

type Table = keyof Database

/** How long something stays. A row is past its period once one of its times is; it stays where the time is null. */
export interface Period {
  /** Its name for operators: a table, or part of one. */
  name: PeriodName
  table: Table
  /**
   * How rows are deleted, unless by themselves: `sent` with what staff noted and their files, `account` empties a mandate's personal columns, `agreed` the name of who agreed
   * to a vacancy that is not published, `log` oldest first.
   */
  way?: 'sent' | 'account' | 'records' | 'agreed' | 'log'
  /** Milliseconds after the time in each of these columns; of `account` and `records`, after the mandate's end. */
  after: Record<string, number>
  /** Only rows with this value in this column. */
  only?: { column: string; value: string }
  /** Deleted every few minutes, without an entry in the audit log. */
  short?: true
}

/** What lasts minutes or hours. */
const short: readonly Period[] = [
  { name: 'sessions', table: 'sessions', after: { used_at: IDLE_MS, created_at: LIFE_MS } },
  {
    name: 'links to replace an application',
    table: 'application_links',
    after: { created_at: LINK_LIFE_MS },
  },
  { name: 'paused registrations', table: 'paused_registrations', after: { ends_at: 0 } },
  { name: 'codes', table: 'one_time_codes', after: { expires_at: SENDS_KEPT_MS } },
  { name: 'code sends', table: 'code_sends', after: { sent_at: SENDS_KEPT_MS } },
  {
    name: 'sessions of staff',
    table: 'staff_sessions',
    after: { used_at: STAFF_IDLE_MS, created_at: STAFF_LIFE_MS },
  },
  { name: 'enrolment links', table: 'staff_invitations', after: { created_at: INVITATION_LIFE_MS } },
  { name: 'challenges of passkeys', table: 'staff_challenges', after: { created_at: CHALLENGE_LIFE_MS } },
  { name: 'counts of limits', table: 'use_counts', after: { ends_at: 0 } },
]

/**
 * What the privacy policy promises (`contract/messages/en/legal/privacy.md`), and what it leaves open, in the order of
 * deletion.
 */
export const periods: readonly Period[] = [
  ...(['enquiries', 'applications'] as const).map((kind): Period => ({
    ...{ name: kind, table: 'records', way: 'sent', after: { created_at: YEAR_MS } },
    only: { column: 'kind', value: kind },
  })),
  { name: 'who agreed to vacancies', table: 'vacancies', way: 'agreed', after: { changed_at: YEAR_MS } },
  { name: 'gateway answers', table: 'mandate_events', after: { at: YEAR_MS } },
  { name: 'bank details', table: 'mandates', way: 'account', after: { end: YEAR_MS } },
  { name: 'mandates', table: 'mandates', way: 'records', after: { end: 8 * YEAR_MS } },
  {
    name: 'done jobs',
    table: 'jobs',
    after: { finished_at: 7 * DAY_MS },
    only: { column: 'status', value: 'done' },
  },
  { name: 'dead jobs', table: 'jobs', after: { finished_at: YEAR_MS } },
  { name: 'digests', table: 'digests', after: { until_at: YEAR_MS } },
  { name: 'sandbox entries', table: 'sandbox_entries', after: { expires_at: 0 } },
  { name: 'webhook deliveries', table: 'webhook_deliveries', after: { created_at: 30 * DAY_MS } },
  { name: 'tombstones', table: 'erasures', after: { at: 400 * DAY_MS } },
  { name: 'audit log', table: 'audit_log', way: 'log', after: { at: 400 * DAY_MS } },
  ...short.map((period) => ({ ...period, short: true as const })),
]

/** Tables whose rows are not deleted by time. */
export const lasting: Partial<Record<Table, string>> = {
  executives:
    'as long as the agreement runs and claims can be made under it; then an operator erases the person',
  staff: 'a disabled person stays named in what they did',
  staff_passkeys: 'until its owner or an owner of the desk removes it',
  record_links: 'with the person',
  consents: 'with the person',
  agreements: 'with the person',
  application_files: 'with the application',
  session_photos: 'with the session',
  pending_files: 'swept after an hour',
  record_events: 'with the record',
  search_tokens: 'with the record',
  staff_views: 'until its owner deletes it, or a person whom it names is erased',
  key_check: 'nothing personal',
  seal_keys: 'nothing personal',
  schedules: 'nothing personal',
  clock_watch: 'nothing personal',
  audit_ends: 'nothing personal',
  funnel_counts: 'nothing personal',
  webhook_endpoints: 'until they are disabled: nothing personal',
  vacancy_revisions: 'nothing personal',
  vacancy_candidates: 'with the application',
  document_requests: 'with the record',
  reminders: 'with the record',
}

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

interface RetentionRun {
  /** Who started it, for the audit log. */
  actor: string
  /** Only what was past its period then already (milliseconds); now, unless given. */
  dueAt?: number
  /** Leaves out what is deleted every few minutes. */
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
  const deleted = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const { actor } = run
  if (Object.keys(deleted).length > 0)
    await appendAudit(db, { action: 'retention', actor, counts: deleted }, now)
  return counts
}

/** Deletes what lasts minutes or hours and was past its time at `dueAt` (milliseconds). */
export async function deleteShortLived(app: Privacy, dueAt: number, signal: AbortSignal): Promise<void> {
  for (const period of periods) if (period.short) await deleteAllExpired(app, period, { dueAt, signal })
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
    case 'agreed':
      return db
        .transaction()
        .execute(async (trx) =>
          forgetAgreed(trx, { ids: await expiredIds(trx, period, { now: dueAt, limit: BATCH }) }),
        )
    case 'sent':
      return deleteExpiredRecords(app, period, dueAt)
  }
}

async function deleteExpiredRecords(app: Privacy, period: Period, dueAt: number): Promise<number> {
  const { ids, files } = await app.db.transaction().execute(async (trx) => {
    const limit = period.name === 'applications' ? SMALL_BATCH : BATCH
    const expired = await expiredIds(trx, period, { now: dueAt, limit })
    const result = await deleteSentRecords(trx, expired)
    await leaveFilesToSweep(trx, result.files)
    return { ids: expired, files: result.files }
  })
  await removeFiles(app, files)
  return ids.length
}

/** The SQL condition under which a row is past its period at `now` (milliseconds). */
function isExpired({ way, after, only }: Period, now: number): RawBuilder<unknown> {
  if (way === 'account') return sql`wiped_at is null and ${hasEnded(now - (after['end'] ?? 0))}`
  if (way === 'records') return sql`${hasEnded(now - (after['end'] ?? 0))} and ${isUnregistered}`
  const conditions = Object.entries(after).map(([column, ms]) => sql`${sql.ref(column)} <= ${now - ms}`)
  const expired = sql`(${sql.join(conditions, sql` or `)})`
  if (way === 'agreed') return sql`${expired} and state <> 'published' and agreed_by <> ''`
  return only ? sql`${expired} and ${sql.ref(only.column)} = ${only.value}` : expired
}

/** A mandate in force ends on its last day; one that failed, with the last event about it. */
function hasEnded(at: number): RawBuilder<unknown> {
  return sql`(
    (status in ('initiated', 'active') and debit_end <= ${todayInIndia(at)})
    or (
      status not in ('initiated', 'active') and created_at <= ${at}
      and not exists (select 1 from mandate_events e where e.mandate_id = mandates.id and e.at > ${at})
    )
  )`
}

const isUnregistered = sql`not exists (select 1 from executives x where x.mandate_id = mandates.id)`

/** How many rows are past their period. */
async function countExpired(db: Db, period: Period, now: number): Promise<number> {
  if (period.way === 'log') return countPrunable(db, now - (period.after['at'] ?? 0))
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as integer) as count from ${sql.table(period.table)}
    where ${isExpired(period, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ids of up to `limit` rows past their period, of a table whose primary key is `id`. */
async function expiredIds(
  db: Db,
  period: Period,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(period.table)}
    where ${isExpired(period, now)} limit ${sql.lit(limit)} ${skipLocked(db)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes up to `limit` rows past their period; how many. */
async function deleteExpired(
  db: Db,
  period: Period,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const table = sql.table(period.table)
  const key = sql.join(primaryKeys[period.table].map((column) => sql.ref(column)))
  const result = await sql`
    delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${isExpired(period, now)} limit ${sql.lit(limit)} ${skipLocked(db)}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
