import { type RawBuilder, sql } from 'kysely'
import {
  applicationStatuses,
  endedStatuses,
  type RecordKind,
  type RecordStatus,
  statusesBeforeInterview,
} from '#contract/schemas/staff-records.ts'
import type { WorkList } from '#contract/schemas/staff-today.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { RecordRow } from '#server/platform/db/schema.ts'
import type { RowPosition } from './store.ts'

type Statuses = Record<RecordKind, readonly RecordStatus[]>

/** Statuses of records that nobody has answered, or that are not complete. */
const waiting: Statuses = {
  enquiries: ['new'],
  applications: ['new'],
  executives: ['registered', 'mandate_failed', 'signed_mandate_failed', 'annex_open'],
}
/** Statuses of records that their assignee still works on. */
const open: Statuses = {
  ...waiting,
  enquiries: ['new', 'contacted'],
  applications: applicationStatuses.filter((status) => !endedStatuses.includes(status)),
}

/** A list of work over all kinds of records. */
export interface Work {
  of: WorkList
  /** The person who asks. */
  staffId: string
  /** Only records that arrived before, in milliseconds. */
  before?: number | undefined
  /** Only of one kind. */
  kind?: RecordKind
}

/**
 * Returns the records that wait longest, after a position. Each status is read in the order of its index, so that few
 * rows are read.
 */
export async function workOf(
  db: Db,
  work: Work,
  { after, count }: { after?: RowPosition | undefined; count: number },
): Promise<RecordRow[]> {
  const later = after
    ? sql` and created_at >= ${after.at} and (created_at > ${after.at} or id > ${after.id})`
    : sql``
  const order = sql`order by created_at, id limit ${sql.lit(count)}`
  const parts = partsOf(work).map((part) => {
    return sql`select * from (select * from records where ${part}${later} ${order}) as part`
  })
  const { rows } = await sql<RecordRow>`
    select * from (${sql.join(parts, sql` union all `)}) as work ${order}`.execute(db)
  return rows
}

/** Counts that work, up to `most`. */
export async function countWork(db: Db, work: Work, most: number): Promise<number> {
  const limit = sql`limit ${sql.lit(most)}`
  const parts = partsOf(work).map((part) => {
    return sql`select * from (select 1 from records where ${part} ${limit}) as part`
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select * from (${sql.join(parts, sql` union all `)}) as work ${limit}
    ) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function partsOf({ of, staffId, before, kind: only }: Work): RawBuilder<unknown>[] {
  const person = of === 'mine' ? sql`assigned_to = ${staffId}` : sql`assigned_to <> ${staffId}`
  const conditions = [
    sql`superseded_by = ''`,
    ...(of === 'late' ? [] : [person]),
    ...(before === undefined ? [] : [sql`created_at < ${before}`]),
  ]
  const also = sql.join(conditions, sql` and `)
  return Object.entries(of === 'mine' ? open : waiting)
    .filter(([kind]) => only === undefined || kind === only)
    .flatMap(([kind, statuses]) =>
      statuses.map((status) => sql`kind = ${kind} and status = ${status} and ${also}`),
    )
}

/** Returns applications with an interview between two times that are still at that stage, the earliest first. */
export function interviewsBetween(
  db: Db,
  { from, until, count }: { from: number; until: number; count: number },
): Promise<RecordRow[]> {
  return db
    .selectFrom('records')
    .selectAll()
    .where('interview_at', '>=', from)
    .where('interview_at', '<', until)
    .where('status', 'in', statusesBeforeInterview)
    .where('superseded_by', '=', '')
    .orderBy('interview_at')
    .orderBy('id')
    .limit(count)
    .execute()
}

/** Stores the time of an applicant's interview; one without a time belongs to no day. */
export async function setInterview(trx: Db, recordId: string, at: number | undefined): Promise<void> {
  await trx
    .updateTable('records')
    .set({ interview_at: at ?? null })
    .where('id', '=', recordId)
    .execute()
}
