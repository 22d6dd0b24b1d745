import { type RawBuilder, sql } from 'kysely'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Table } from '#server/platform/db/tables.ts'

/** Milliseconds; `since` is included, `until` is not. */
export interface Span {
  since: number
  until: number
}

/** Returns the end of the last digest’s period; undefined before the first. */
export async function lastUntil(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('digests')
    .select((of) => of.fn.max<number | null>('until_at').as('last'))
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** Stores until when a digest reports; returns true in the one process that stored it. */
export async function noteDigest(trx: Db, until: number): Promise<boolean> {
  const noted = await trx
    .insertInto('digests')
    .values({ until_at: until })
    .onConflict((conflict) => conflict.column('until_at').doNothing())
    .returning('until_at')
    .executeTakeFirst()
  return noted !== undefined
}

interface GivenUp {
  kind: string
  failure: string
}

/** What arrived and what failed; nothing personal. */
export interface Counters {
  enquiries: number
  /** How many of them look automated. */
  suspects: number
  applications: number
  registrations: number
  /** References of registered people whose mandate failed; transaction ids of mandates without a record. */
  failed: string[]
  /** Jobs that failed at their last attempt. */
  givenUp: GivenUp[]
  /** Jobs that failed and will be tried again. */
  retried: number
}

export async function tallyOf(db: Db, span: Span): Promise<Counters> {
  const arrived = (kind: RecordKind) =>
    sql`kind = ${kind} and created_at >= ${span.since} and created_at < ${span.until}`
  return {
    enquiries: await countOf(db, 'records', arrived('enquiries')),
    suspects: await countOf(db, 'records', sql`${arrived('enquiries')} and suspect is not null`),
    applications: await countOf(db, 'records', arrived('applications')),
    registrations: await countOf(db, 'records', arrived('executives')),
    failed: await failedIn(db, span),
    givenUp: await givenUpIn(db, span),
    retried: await countOf(db, 'jobs', sql`status = 'ready' and last_failure is not null`),
  }
}

async function countOf(db: Db, table: Table, where: RawBuilder<unknown>): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${where}`
  return Number((await counted.execute(db)).rows[0]?.count)
}

/** Returns failed mandates whose person was notified in that time. */
async function failedIn(db: Db, { since, until }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('mandates')
    .leftJoin('records', 'records.id', 'mandates.executive_id')
    .select(['transaction_id', 'reference'])
    .where('failure_notified_at', '>=', since)
    .where('failure_notified_at', '<', until)
    .orderBy('failure_notified_at')
    .execute()
  return rows.map((row) => row.reference ?? row.transaction_id)
}

async function givenUpIn(db: Db, { since, until }: Span): Promise<GivenUp[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'last_failure'])
    .where('status', '=', 'dead')
    .where('finished_at', '>=', since)
    .where('finished_at', '<', until)
    .orderBy('finished_at')
    .execute()
  return rows.map(({ kind, last_failure }) => ({ kind, failure: last_failure ?? 'unknown' }))
}
