import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import type { Database } from './schema.ts'

export type Table = keyof Database & string
type ColumnOf<Name extends Table> = keyof Database[Name] & string

/**
 * Every table with the columns of its primary key, one that refers to another after that one. Encrypted values are encrypted
 * to their table, their column and this key, its parts joined by a slash: key rotation relies on it.
 */
export const primaryKeys: { readonly [Name in Table]: readonly ColumnOf<Name>[] } = {
  key_check: ['id'],
  records: ['id'],
  application_files: ['id'],
  application_links: ['id'],
  pending_files: ['id'],
  sessions: ['id'],
  session_photos: ['session_id'],
  one_time_codes: ['session_id', 'purpose', 'phone_index'],
  use_counts: ['rule', 'key_index'],
  code_sends: ['id'],
  executives: ['id'],
  record_links: ['hash'],
  consents: ['id'],
  digests: ['until_at'],
  mandates: ['id'],
  mandate_events: ['id'],
  agreements: ['id'],
  seal_keys: ['id'],
  jobs: ['id'],
  schedules: ['name'],
  clock_watch: ['id'],
  sandbox_entries: ['kind', 'key_index'],
  audit_log: ['seq'],
  audit_pruned: ['id'],
  erasures: ['id'],
  staff: ['id'],
  staff_passkeys: ['id'],
  staff_invitations: ['hash'],
  staff_challenges: ['hash'],
  staff_sessions: ['id'],
  record_events: ['id'],
  search_tokens: ['label', 'token', 'created_at', 'record_id'],
  staff_views: ['id'],
  funnel_counts: ['day', 'step'],
  webhook_endpoints: ['id'],
  webhook_deliveries: ['id'],
  vacancies: ['id'],
  vacancy_revisions: ['id'],
  vacancy_candidates: ['id'],
  document_requests: ['id'],
  reminders: ['record_id', 'subject', 'subject_id', 'number'],
  paused_registrations: ['id'],
}

export const tableNames = Object.keys(primaryKeys) as Table[]

/** The columns that name a stored file. */
export const fileColumns: readonly [Table, string][] = [
  ['application_files', 'id'],
  ['executives', 'photo_file'],
  ['agreements', 'form_file'],
  ['agreements', 'signed_file'],
]

/** What a column holds on both engines. */
export type Cell = string | number | null
export type AnyRow = Record<string, Cell>

const PAGE_ROWS = 500

/** A table's rows in pages, in the order of its key; `where` (SQL) leaves others out. It holds one page at a time. */
export async function* pagesOf(db: Db, table: Table, where = sql`1 = 1`) {
  const key: readonly string[] = primaryKeys[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after = sql`1 = 1`
  for (;;) {
    const { rows } = await sql<AnyRow>`
      select * from ${sql.table(table)} where ${after} and ${where}
      order by ${columns} limit ${sql.lit(PAGE_ROWS)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

/** The same rows one by one. */
export async function* rowsOf(db: Db, table: Table, where = sql`1 = 1`): AsyncGenerator<AnyRow> {
  for await (const rows of pagesOf(db, table, where)) yield* rows
}

/** The ids of stored files that rows name, in pages. */
export async function* namedFiles(db: Db): AsyncGenerator<string[]> {
  for (const [table, column] of fileColumns) {
    const named = sql`${sql.ref(column)} is not null`
    for await (const rows of pagesOf(db, table, named)) {
      yield rows.map((row) => String(row[column]))
    }
  }
}

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

/** SQLite has one writer at a time, so there nothing is to be held and nothing is held by others. */
export function hasRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Keeps others from adding what refers to these people until the transaction ends. */
export async function lockExecutives(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !hasRowLocks(trx)) return
  await trx.selectFrom('executives').select('id').where('id', 'in', ids).forUpdate().execute()
}

/** The end of a query for rows to delete: those that others hold are left for the next time, and nobody waits. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return hasRowLocks(db) ? sql`for update skip locked` : sql``
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name

/** A row as features hold it: its columns in camelCase. */
export type CamelRow<Row> = { [Column in keyof Row & string as Camel<Column>]: Row[Column] }

/** A row of the database with its columns in camelCase. */
export function camelRow<Row extends object>(row: Row): CamelRow<Row> {
  return renamed(row, (column) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
}

/** The reverse of `camelRow`, for inserts and for data that outsiders know by its columns. */
export function snakeRow<Row extends object>(row: CamelRow<Row>): Row {
  return renamed(row, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renamed<To>(from: object, rename: (name: string) => string): To {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [rename(name), value])) as To
}

/** Says that a file is about to be stored, so that it is found again should nobody come to name it. */
export async function announceFile(db: Db, file: { id: string; now: number }): Promise<void> {
  await db.insertInto('pending_files').values({ id: file.id, created_at: file.now }).execute()
}

/** Takes back the announcements of files that are named now, or gone. */
export async function settleFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('pending_files').where('id', 'in', ids).execute()
}

/** Files announced before `before` (milliseconds) that nobody came to name. */
export async function abandonedFiles(db: Db, before: number): Promise<string[]> {
  const rows = await db.selectFrom('pending_files').select('id').where('created_at', '<', before).execute()
  return rows.map((row) => row.id)
}
