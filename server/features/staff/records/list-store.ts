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

/** How many rows a list has; each branch is counted to `most` at the most. */
export async function countRows(
  db: Db,
  kind: RecordKind,
  { branches, arrival, most }: { branches: readonly Branch[]; arrival: Arrival; most?: number },
): Promise<number> {
  let count = 0
  for (const branch of branches) {
    const where = sql.join([...isIn(branch), isWithin({ arrival, after: undefined, count: 0 })], sql` and `)
    const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from ${sql.table(kind)} where ${where} ${limit}
      ) as counted`.execute(db)
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

/** A row of one of two filters, and whether the other one keeps it; only what is kept is decrypted. */
export interface Candidate extends Position {
  isKept: boolean
}

export interface PlaceFilter {
  kind: 'applications' | 'executives'
  token: number
  /** What the other filters ask for. */
  branches: readonly Branch[]
}

/** Rows that have the token of a place, newest first, and whether the other filters keep them. */
export async function rowsAtPlace(
  db: Db,
  { kind, token, branches }: PlaceFilter,
  range: Range,
): Promise<Candidate[]> {
  const column = kind === 'applications' ? sql`documents, superseded_by` : sql`mandate_status`
  const { rows } = await sql<Position & Record<string, string | number | null>>`
    select tokens.created_at, tokens.id, status, assigned_to, ${column} from (
      select created_at, id from (select created_at, record_id as id, label, token from search_tokens) as every
      where label = ${tokenLabels[kind]} and token = ${token} and ${isWithin(range)}
      order by created_at desc, id desc limit ${sql.lit(range.count)}
    ) as tokens left join ${sql.table(kind)} as record on record.id = tokens.id
    order by tokens.created_at desc, tokens.id desc`.execute(db)
  return rows.map((row) => {
    const isOf = (branch: Branch) => Object.entries(branch).every(([name, value]) => row[name] === value)
    return { created_at: row.created_at, id: row.id, isKept: branches.some(isOf) }
  })
}

/** Rows of the other filters, newest first, and whether they have the token: a look-up of its whole key. */
export async function rowsToPlace(
  db: Db,
  { kind, token, branches }: PlaceFilter,
  range: Range,
): Promise<Candidate[]> {
  const page = await pageOf(db, kind, { branches, ...range })
  if (page.length === 0) return []
  const keys = page.map(({ created_at, id }) => sql`(cast(${created_at} as bigint), ${id})`)
  const { rows } = await sql<{ id: string }>`
    select record_id as id from search_tokens
    where label = ${tokenLabels[kind]} and token = ${token}
      and (created_at, record_id) in (values ${sql.join(keys)})`.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  return page.map((position) => ({ ...position, isKept: there.has(position.id) }))
}
