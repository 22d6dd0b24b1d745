import { sql } from 'kysely'

/** Where a row stands among those of its table, oldest first. */
export interface Position {
  created_at: number
  id: string
}

/** Rows that come after a position; said so that each page starts in the index where the one before ended. */
export function laterThan({ created_at, id }: Position) {
  return sql<boolean>`created_at >= ${created_at} and (created_at > ${created_at} or id > ${id})`
}

/** Pages of rows from `since` (milliseconds) on until one is empty, so that a million need no more memory than a page. */
export async function* inPages<Row extends Position>(
  since: number,
  read: (after: Position) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Position = { created_at: since, id: '' }
  for (;;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}
