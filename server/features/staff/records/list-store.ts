import { type RawBuilder, sql } from 'kysely'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type TokenLabel, tokenLabels } from '#server/platform/db/search-tokens.ts'
import { earlierThan, type Position } from '#server/platform/db/tables.ts'
import type { Arrival, Branch } from './list-rules.ts'

export interface Range {
  arrival: Arrival
  /** The last row of the page before. */
  after: Position | undefined
  count: number
}

function isWithin({ arrival, after }: Range): RawBuilder<unknown> {
  const { from, before } = arrival
  const conditions = [
    ...(from > 0 ? [sql`created_at >= ${from}`] : []),
    ...(before < Number.MAX_SAFE_INTEGER ? [sql`created_at < ${before}`] : []),
    ...(after ? [earlierThan(after)] : []),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`
}

function isIn(branch: Branch): RawBuilder<unknown>[] {
  return Object.entries(branch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
}

/** The rows of a list that come next, newest first: the first of each branch, put in order. */
export async function pageOf(
  db: Db,
  kind: RecordKind,
  { branches, ...range }: Range & { branches: readonly Branch[] },
): Promise<Position[]> {
  if (branches.length === 0) return []
  const parts = branches.map((branch, at) => {
    const where = sql.join([...isIn(branch), isWithin(range)], sql` and `)
    return sql`select * from (
      select created_at, id from ${sql.table(kind)} where ${where}
      order by created_at desc, id desc limit ${sql.lit(range.count)}
    ) as ${sql.ref(`part_${at}`)}`
  })
  const { rows } = await sql<Position>`
    ${sql.join(parts, sql` union all `)}
    order by created_at desc, id desc limit ${sql.lit(range.count)}`.execute(db)
  return rows
}

/** How many rows a list has; asked once for an export. */
export async function countRows(
  db: Db,
  kind: RecordKind,
  { branches, arrival }: { branches: readonly Branch[]; arrival: Arrival },
): Promise<number> {
  let count = 0
  for (const branch of branches) {
    const where = sql.join([...isIn(branch), isWithin({ arrival, after: undefined, count: 0 })], sql` and `)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(kind)} where ${where}`.execute(db)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

/** The rows that have a token and come next, newest first; whoever asks decrypts and compares. */
export async function withToken(
  db: Db,
  { label, token }: { label: TokenLabel; token: number },
  range: Range,
): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select created_at, id from (
      select created_at, record_id as id, label, token from search_tokens
    ) as tokens
    where label = ${tokenLabels[label]} and token = ${token} and ${isWithin(range)}
    order by created_at desc, id desc limit ${sql.lit(range.count)}`.execute(db)
  return rows
}

/** A row that has a token, with the columns that lists are filtered by. */
export type Candidate = Position & Record<string, string | number | null>

/** The same of one kind, with what the other filters compare, so that only what they leave is decrypted. */
export async function candidatesAt(
  db: Db,
  { kind, token }: { kind: 'applications' | 'executives'; token: number },
  range: Range,
): Promise<Candidate[]> {
  const column = kind === 'applications' ? sql`documents` : sql`mandate_status`
  const { rows } = await sql<Candidate>`
    select tokens.created_at, tokens.id, status, assigned_to, ${column} from (
      select created_at, id from (select created_at, record_id as id, label, token from search_tokens) as every
      where label = ${tokenLabels[kind]} and token = ${token} and ${isWithin(range)}
      order by created_at desc, id desc limit ${sql.lit(range.count)}
    ) as tokens left join ${sql.table(kind)} as record on record.id = tokens.id
    order by tokens.created_at desc, tokens.id desc`.execute(db)
  return rows
}
