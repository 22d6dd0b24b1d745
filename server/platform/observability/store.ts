import { sql } from 'kysely'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'

/** How many mandates stand in each status. */
export function countMandates(db: Db): Promise<{ status: MandateStatus; count: number }[]> {
  return db
    .selectFrom('mandates')
    .select(['status', (e) => e.cast<number>(e.fn.countAll(), 'integer').as('count')])
    .groupBy('status')
    .execute()
}

/** How many agreements are accepted and not signed. */
export async function countWaitingAgreements(db: Db): Promise<number> {
  const row = await db
    .selectFrom('agreements')
    .select((e) => e.cast<number>(e.fn.countAll(), 'integer').as('count'))
    .where('accepted_at', 'is not', null)
    .where('signed_file', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Said in the statement itself: as a parameter SQLite would not know that its index holds these alone. */
const backup = sql.lit('backup')

/** When the last backup was made, in milliseconds; undefined before the first. */
export async function lastBackupAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .where('action', '=', backup)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
