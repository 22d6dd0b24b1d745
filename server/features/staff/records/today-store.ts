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

/** What has not been answered, or has not come about. */
const waiting: Statuses = {
  enquiries: ['new'],
  applications: ['new'],
  executives: ['registered', 'mandate_failed', 'signed_mandate_failed', 'annex_open'],
}
/** What is not at its end, which whoever it is assigned to goes on with. */
const open: Statuses = {
  ...waiting,
  enquiries: ['new', 'contacted'],
  applications: applicationStatuses.filter((status) => !endedStatuses.includes(status)),
}

/** A list of work over all kinds of records. */
export interface Work {
  of: WorkList
  /** Who asks. */
  staffId: string
  /** Only what came before, in milliseconds. */
  before?: number | undefined
  /** Only of one kind. */
  kind?: RecordKind
}

/** Who waits longest, after a position; each status is read in the order of its index, so that few rows are looked at. */
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

/** How many that are, counted to `most` at the most. */
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

/** The conditions of each kind and status. */
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

/** Applications whose person is invited to an interview between two times and still stands before it, the earliest first. */
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

/** Notes when the interview is to which an applicant is invited; one whose time is not known is on no day. */
export async function setInterview(trx: Db, recordId: string, at: number | undefined): Promise<void> {
  await trx
    .updateTable('records')
    .set({ interview_at: at ?? null })
    .where('id', '=', recordId)
    .execute()
}
