import { sql } from 'kysely'
import type { Db } from './client.ts'
import type { Database } from './schema.ts'

export type Table = keyof Database & string
type ColumnOf<Name extends Table> = keyof Database[Name] & string

/**
 * Every table with its primary key. A table comes after those it refers to. Encrypted values are bound to their table,
 * their column and this key, joined by slashes; key rotation relies on it.
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
  signing_keys: ['id'],
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

/** The value of a column on both engines. */
export type Cell = string | number | null
export type AnyRow = Record<string, Cell>

const PAGE_ROWS = 500

/** Yields a table's rows in pages, sorted by key. `where` (SQL) filters them. */
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

export async function* rowsOf(db: Db, table: Table, where = sql`1 = 1`): AsyncGenerator<AnyRow> {
  for await (const rows of pagesOf(db, table, where)) yield* rows
}

/** Yields the ids of stored files that rows name, in pages. */
export async function* namedFiles(db: Db): AsyncGenerator<string[]> {
  for (const [table, column] of fileColumns) {
    const named = sql`${sql.ref(column)} is not null`
    for await (const rows of pagesOf(db, table, named)) {
      yield rows.map((row) => String(row[column]))
    }
  }
}
