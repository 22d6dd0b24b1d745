import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'

/** Returns whether rows have to be locked. SQLite has one writer at a time and needs no locks. */
export function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Ends a query for rows to delete. Rows that others hold are left for the next time instead of waiting for them. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return hasRowLocks(db) ? sql`for update skip locked` : sql``
}
