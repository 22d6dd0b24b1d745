import { sql } from 'kysely'
import { todayInIndia } from '#contract/dates.ts'
import { mandateStatuses } from '#contract/schemas/mandates.ts'
import { executiveStatuses } from '#contract/schemas/staff-records.ts'
import type { Db } from '#server/platform/db/client.ts'

const DAY_MS = 86_400_000

/** The beginnings of the last days in India, the first first. */
export function lastDays(now: number, days: number): { day: string; at: number }[] {
  return Array.from({ length: days }, (_, ago) => {
    const day = todayInIndia(now - (days - 1 - ago) * DAY_MS)
    return { day, at: Date.parse(`${day}T00:00:00+05:30`) }
  })
}

/** Registrations since a time by their status; read from an index, which has every pair of the two. */
export async function registrationsSince(db: Db, since: number): Promise<Map<string, number>> {
  const of = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from executives
    where status in (${of(executiveStatuses)}) and mandate_status in (${of(mandateStatuses)})
      and created_at >= ${since}
    group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}

/** How often each step before the registration was taken since a day. */
export async function stepsSince(db: Db, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('funnel_counts')
    .select(['step', (e) => e.fn.sum<number>('count').as('count')])
    .where('day', '>=', day)
    .groupBy('step')
    .execute()
  return new Map(rows.map(({ step, count }) => [step, Number(count)]))
}

/** Mandates since a time that the bank took up. */
export async function mandatesSince(db: Db, since: number): Promise<number> {
  const row = await db
    .selectFrom('mandates')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .where('status', 'in', ['initiated', 'active'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
