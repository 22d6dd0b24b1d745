import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '#contract/dates.ts'
import { countPrunable } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { skipLocked, primaryKeys } from '#server/platform/db/tables.ts'
import type { Period } from './retention-periods.ts'

/** The SQL condition under which a row is past its period at `now` (milliseconds). */
function isExpired({ way, after, only }: Period, now: number): RawBuilder<unknown> {
  if (way === 'account') return sql`wiped_at is null and ${hasEnded(now - (after['end'] ?? 0))}`
  if (way === 'records') return sql`${hasEnded(now - (after['end'] ?? 0))} and ${isUnregistered}`
  const conditions = Object.entries(after).map(([column, ms]) => sql`${sql.ref(column)} <= ${now - ms}`)
  const expired = sql`(${sql.join(conditions, sql` or `)})`
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
export async function countExpired(db: Db, period: Period, now: number): Promise<number> {
  if (period.way === 'log') return countPrunable(db, now - (period.after['at'] ?? 0))
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as integer) as count from ${sql.table(period.table)}
    where ${isExpired(period, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ids of up to `limit` rows past their period, of a table whose primary key is `id`. */
export async function expiredIds(
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
export async function deleteExpired(
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
