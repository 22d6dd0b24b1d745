import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { Table } from './tables.ts'

/** The position of a row in its table, oldest first. */
export interface Position {
  created_at: number
  id: string
}

/** Rows that come after a position; said so that each page starts in the index where the one before ended. */
function laterThan({ created_at, id }: Position) {
  return sql<boolean>`created_at >= ${created_at} and (created_at > ${created_at} or id > ${id})`
}

/** Rows that come before a position, for pages whose newest row is the first. */
export function earlierThan({ created_at, id }: Position) {
  return sql<boolean>`created_at <= ${created_at} and (created_at < ${created_at} or id < ${id})`
}

/** Few enough that decrypting them at once holds nobody up. */
const LISTED_ROWS = 200

/** A query's rows in pages, oldest first from `since` (milliseconds) on: a million need no more memory than a page. */
export async function* inPages<Name extends Table, Row extends Position>(
  wanted: SelectQueryBuilder<Database, Name, Row>,
  since: number,
): AsyncGenerator<Row[]> {
  const inOrder = wanted
    .orderBy(sql`created_at`)
    .orderBy(sql`id`)
    .limit(LISTED_ROWS)
  let after: Position = { created_at: since, id: '' }
  for (;;) {
    const rows = await inOrder.where(laterThan(after)).execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}
