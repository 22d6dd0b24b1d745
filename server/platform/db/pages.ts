import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { Table } from './tables.ts'

/** The position of a row in its table, oldest first. */
export interface Position {
  created_at: number
  id: string
}

/** Matches rows after a position. The first comparison lets each page begin at the right place in the index. */
function laterThan({ created_at, id }: Position) {
  return sql<boolean>`created_at >= ${created_at} and (created_at > ${created_at} or id > ${id})`
}

/** Matches rows before a position, for lists with the newest row first. */
export function earlierThan({ created_at, id }: Position) {
  return sql<boolean>`created_at <= ${created_at} and (created_at < ${created_at} or id < ${id})`
}

/** Small enough that decrypting a page does not delay other requests. */
const LISTED_ROWS = 200

/** Yields a query's rows in pages, oldest first, from `since` (milliseconds). One page is in memory at a time. */
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
