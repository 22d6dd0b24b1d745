import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'

// SQLite has one writer at a time, so there nothing is to be held and nothing is held by others.
function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Keeps others from adding what refers to these people until the transaction ends. */
export async function lockExecutives(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !hasRowLocks(trx)) return
  await trx.selectFrom('executives').select('id').where('id', 'in', ids).forUpdate().execute()
}

/** The end of a query for rows to delete: those that others hold are left for the next time, and nobody waits. */
export function leavingLocked(db: Db): RawBuilder<unknown> {
  return hasRowLocks(db) ? sql`for update skip locked` : sql``
}
