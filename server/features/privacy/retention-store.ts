import type { Database, RecordRow } from '#server/platform/db/schema.ts'
import { LINK_LIFE_MS } from '#server/features/careers/link-store.ts'
import { SENDS_KEPT_MS } from '#server/features/onboarding/identity/mobile-service.ts'
import {
  CHALLENGE_LIFE_MS,
  INVITATION_LIFE_MS,
  STAFF_IDLE_MS,
  STAFF_LIFE_MS,
} from '#server/features/staff/access/session-rules.ts'
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
import { deskRecord, type DeskRecord, recordsOf } from '#server/features/records/store.ts'
import { endedStatuses, type RecordKind } from '#contract/schemas/staff-records.ts'
import { skipLocked } from '#server/platform/db/locks.ts'
import { primaryKeys } from '#server/platform/db/tables.ts'

const DAY_MS = 24 * 60 * 60_000
/** With a leap day, so that what must be kept for a year is not deleted earlier. */
const YEAR_MS = 366 * DAY_MS

type Table = keyof Database
/** Kinds of records that anybody can send. */
type SentKind = Exclude<RecordKind, 'executives'>

/** A retention period. A row is past it once one of its times is; a time that is null does not count. */
export interface Period {
  /** Its name for operators: a table, or part of one. */
  name: PeriodName
  table: Table
  /**
   * How rows are deleted, unless row by row: `account` empties a mandate's personal columns, `agreed` the name of the
   * person who agreed to an unpublished vacancy, `log` deletes oldest first.
   */
  way?: 'account' | 'records' | 'agreed' | 'log'
  /** Records of this kind are deleted with notes and files, unless another record of their person holds them. */
  sent?: SentKind
  /** Milliseconds after the time in each of these columns; for `account` and `records`, after the mandate's end. */
  after: Record<string, number>
  /** Only rows with this value in this column. */
  only?: { column: string; value: string }
  /** Deleted every few minutes, without an audit entry. */
  short?: true
}

/** Rows that are needed for minutes or hours. */
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

/** The periods of the privacy policy (`contract/messages/en/legal/privacy.md`) and others, in the order of deletion. */
export const periods: readonly Period[] = [
  ...(['enquiries', 'applications'] as const).map((kind): Period => ({
    // From the last contact between the agency and the person (`noteContact`).
    ...{ name: kind, table: 'records', sent: kind, after: { last_contact_at: YEAR_MS } },
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
  signing_keys: 'nothing personal',
  schedules: 'nothing personal',
  clock_watch: 'nothing personal',
  audit_pruned: 'nothing personal',
  funnel_counts: 'nothing personal',
  webhook_endpoints: 'until they are disabled: nothing personal',
  vacancy_revisions: 'nothing personal',
  vacancy_candidates: 'with the application',
  document_requests: 'with the record',
  reminders: 'with the record',
}

/** Rows per commit, so that none blocks others for long; fewer if a row has files or is encrypted again. */
const BATCH = 100
const SMALL_BATCH = 20
/** Least milliseconds between two commits. */
const PAUSE_MS = 2

/** Returns how many rows are past their period now, by its name, without changing anything. */
export async function countAllExpired({ db, clock }: Privacy): Promise<Counts> {
  const now = clock.now()
  const counts: Counts = {}
  for (const period of periods) counts[period.name] = await countExpired(db, period, now)
  return counts
}

/** How long before their deletion the desk lists records. */
const NAMED_BEFORE_MS = 30 * DAY_MS

/** A record that is deleted soon. */
interface RecordDue {
  record: DeskRecord
  /** When it is deleted, in milliseconds. */
  dueAt: number
  /** Continues after it. */
  cursor: string
}

/** Returns enquiries and applications whose period ends within thirty days, the earliest first. */
export async function recordsDue(
  { db, cipher, clock }: Privacy,
  { after, count }: { after: string | undefined; count: number },
): Promise<RecordDue[]> {
  const at = clock.now() + NAMED_BEFORE_MS - YEAR_MS
  const [time = '', id = ''] = after?.split('.') ?? []
  const from = { at: Number(time) || 0, id }
  // One list for each kind, read in the order of its index.
  const ofKind = (kind: SentKind) =>
    recordsOf(db, kind)
      .select(
        sql<number | null>`(select max(v.changed_at) from ${ofSamePerson} join ${holdingVacancies})`.as(
          'vacancy_at',
        ),
      )
      .where('last_contact_at', '<=', at)
      .where((e) =>
        e.or([
          e('last_contact_at', '>', from.at),
          e.and([e('last_contact_at', '=', from.at), e('id', '>', from.id)]),
        ]),
      )
      .where(sql<boolean>`not ${isHeld(at)}`)
      .orderBy('last_contact_at')
      .orderBy('id')
      .limit(count)
      .execute()
  const rows = [...(await ofKind('enquiries')), ...(await ofKind('applications'))]
  const order = ({ last_contact_at, id: own }: RecordRow) =>
    `${String(last_contact_at).padStart(16, '0')}.${own}`
  return rows
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .slice(0, count)
    .map((row) => ({
      record: deskRecord(cipher, row),
      dueAt: Math.max(row.last_contact_at, Number(row.vacancy_at ?? 0)) + YEAR_MS,
      cursor: `${row.last_contact_at}.${row.id}`,
    }))
}

interface RetentionRun {
  /** Who started it, for the audit log. */
  actor: string
  /** Only rows that were past their period at this time (milliseconds); now unless given. */
  dueAt?: number
  /** Only what is deleted every few minutes, or only what is deleted daily. */
  only?: 'short' | 'daily'
  /** Called after each commit with the number of rows deleted so far. */
  progress?(name: string, count: number): void
  /** After an abort no further commit begins; the next run continues. */
  signal?: AbortSignal
}

/**
 * Deletes what is past its period, in small commits, each with its audit entry; may be interrupted, repeated and run
 * twice at once. A period that fails does not stop the others; its error is thrown at the end.
 */
export async function runRetention(app: Privacy, run: RetentionRun): Promise<Counts> {
  const now = app.clock.now()
  const counts: Counts = {}
  const failures: unknown[] = []
  for (const period of periods) {
    if (run.only !== undefined && (period.short === true) !== (run.only === 'short')) continue
    try {
      counts[period.name] = await deleteAllExpired(app, period, { dueAt: now, ...run })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return counts
}

async function deleteAllExpired(
  app: Privacy,
  period: Period,
  { dueAt, actor, progress, signal }: RetentionRun & { dueAt: number },
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const count = await deleteBatch(app, period, { dueAt, actor })
    if (count === 0) break
    total += count
    progress?.(period.name, total)
    // SQLite works on the thread that answers visitors, so they get as much time as this work took.
    await sleep(Math.max(PAUSE_MS, performance.now() - startedAt))
  }
  return total
}

/** Deletes some rows in one commit with their audit entry, which omits short-lived rows; returns how many. */
async function deleteBatch(
  app: Privacy,
  period: Period,
  { dueAt, actor }: { dueAt: number; actor: string },
): Promise<number> {
  const now = app.clock.now()
  const { count, files } = await app.db.transaction().execute(async (trx) => {
    const deleted = await deleteSome(trx, app, period, dueAt)
    const counts = { [period.name]: deleted.count }
    if (deleted.count > 0 && !period.short)
      await appendAudit(trx, { action: 'retention', actor, counts }, now)
    return deleted
  })
  await removeFiles(app, files)
  return count
}

/** Deletes up to a batch of rows; returns how many, and their files. */
async function deleteSome(
  trx: Db,
  { cipher, clock }: Privacy,
  period: Period,
  dueAt: number,
): Promise<{ count: number; files: string[] }> {
  const expired = (limit: number) => expiredIds(trx, period, { now: dueAt, limit })
  if (period.sent) {
    const ids = await expired(period.sent === 'applications' ? SMALL_BATCH : BATCH)
    const { files } = await deleteSentRecords(trx, ids)
    await leaveFilesToSweep(trx, files)
    return { count: ids.length, files }
  }
  switch (period.way) {
    case undefined:
    case 'records':
      return { count: await deleteExpired(trx, period, { now: dueAt, limit: BATCH }), files: [] }
    case 'log':
      return { count: await pruneAudit(trx, dueAt - (period.after['at'] ?? 0)), files: [] }
    case 'account': {
      const mandates = { ids: await expired(SMALL_BATCH), now: clock.now(), detach: false }
      return { count: await wipeMandates(trx, cipher, mandates), files: [] }
    }
    case 'agreed':
      return { count: await forgetAgreed(trx, { ids: await expired(BATCH) }), files: [] }
  }
}

/** Returns the SQL condition under which a row is past its period at `now` (milliseconds). */
function isExpired({ way, sent, after, only }: Period, now: number): RawBuilder<unknown> {
  if (way === 'account') return sql`wiped_at is null and ${hasEnded(now - (after['end'] ?? 0))}`
  if (way === 'records') return sql`${hasEnded(now - (after['end'] ?? 0))} and ${isUnregistered}`
  const conditions = Object.entries(after).map(([column, ms]) => sql`${sql.ref(column)} <= ${now - ms}`)
  const expired = sql`(${sql.join(conditions, sql` or `)})`
  if (way === 'agreed') return sql`${expired} and state <> 'published' and agreed_by <> ''`
  const own = only ? sql`${expired} and ${sql.ref(only.column)} = ${only.value}` : expired
  return sent ? sql`${own} and not ${isHeld(now - YEAR_MS)}` : own
}

/** Records of the same person, of all kinds and including itself: those with its e-mail or its phone. */
const ofSamePerson = sql`(
  select same.id, same.kind from records same
  where same.email_index = records.email_index or same.phone_index = records.phone_index
) own`

/** Vacancies that hold one of these: those from an enquiry, and those where an applicant is still a candidate. */
const holdingVacancies = sql`vacancies v on v.enquiry_id = own.id or v.id in (
  select c.vacancy_id from vacancy_candidates c where c.application_id = own.id
  and c.stage not in (${sql.join(endedStatuses.map((status) => sql.lit(status)))})
)`

/**
 * Returns whether a record of the same person holds this one: a registration, as long as its agreement, mandate and
 * claims last, or a vacancy that is not closed, or that changed or closed after `at` (milliseconds).
 */
function isHeld(at: number): RawBuilder<boolean> {
  return sql`exists (
    select 1 from ${ofSamePerson} left join ${holdingVacancies}
    where own.kind = 'executives' or v.state <> 'closed' or v.changed_at > ${at}
  )`
}

/** A mandate in force ends on its last day; a failed one with the last event about it. */
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

async function countExpired(db: Db, period: Period, now: number): Promise<number> {
  if (period.way === 'log') return countPrunable(db, now - (period.after['at'] ?? 0))
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as integer) as count from ${sql.table(period.table)}
    where ${isExpired(period, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns up to `limit` ids of rows past their period, of a table whose primary key is `id`. */
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

/** Deletes up to `limit` rows past their period; returns how many. */
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
