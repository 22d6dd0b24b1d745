import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'

/** SQLite has one writer at a time, so there nothing is to be held and nothing is held by others. */
export function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The end of a query for rows to delete: those that others hold are left for the next time, and nobody waits. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return hasRowLocks(db) ? sql`for update skip locked` : sql``
}
