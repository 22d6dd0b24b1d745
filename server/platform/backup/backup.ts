import { buffer } from 'node:stream/consumers'
import { type ControlledTransaction, sql } from 'kysely'
import { watchClock } from '#server/platform/clock-watch.ts'
import type { Db } from '#server/platform/db/client.ts'
import { migrationsOf, migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/schema.ts'
import {
  type AnyRow,
  namedFiles,
  pagesOf,
  type Table,
  tableNames,
  type Cell,
  primaryKeys,
} from '#server/platform/db/tables.ts'
import { hasRowLocks } from '#server/platform/db/locks.ts'
import { previousRun } from '#server/platform/jobs/schedule.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import {
  type BackupEnd,
  type Counted,
  createCounter,
  type TableBegin,
  writeBackupFile,
  writePart,
  type CheckedBackup,
  counting,
  BackupFault,
  type BackupPart,
} from './backup-format.ts'
import {
  type BackupKey,
  destroyKey,
  destroyPassedKeys,
  storeErasures,
  type KeyFolder,
  newBackupKey,
} from './key-folder.ts'

export interface BackupSource {
  db: Db
  /** Absent: rows alone. */
  files: FilesPort | undefined
  folder: KeyFolder
  /** Milliseconds. */
  now: number
  onProgress: ReportProgress
}

/** Writes a backup to `path` beside a running server; its key is kept before it is. Destroys keys past their time. */
export async function makeBackup(source: BackupSource, path: string): Promise<BackupKey> {
  const { db, folder, now, onProgress } = source
  await maintainBackupKeys(db, folder, now)
  const key = await newBackupKey(folder, now)
  try {
    await writeBackupFile(path, key, takeSnapshot(source, { id: key.id, createdAt: now }, onProgress))
  } catch (error) {
    await destroyKey(folder.path, key.id)
    throw error
  }
  return key
}

/** The scheduled task by whose daily runs data is due; keys of backups are destroyed as the data is. */
export const DAILY_TASK = 'retention'

/**
 * Destroys the keys of backups that were past their time at the last two daily runs, not while deletion pauses, and keeps
 * beside the others who was erased; safe to do often.
 */
export async function maintainBackupKeys(db: Db, folder: KeyFolder, now: number): Promise<void> {
  const jump = await watchClock(db, now)
  const dueAt = jump ? 0 : Math.min(now, await previousRun(db, DAILY_TASK))
  await keepErasures(db, folder, dueAt)
  await destroyPassedKeys(folder.path, dueAt)
}

/** Keeps beside the keys who was erased, until `dueAt` (milliseconds) is past what a backup may need of them. */
export async function keepErasures(db: Db, folder: KeyFolder, dueAt = 0): Promise<void> {
  await storeErasures(folder, await db.selectFrom('erasures').selectAll().execute(), dueAt)
}

interface SnapshotSource {
  db: Db
  /** Absent: rows alone. */
  files: FilesPort | undefined
}

/** Files between two reports of progress. */
const FILES_PER_REPORT = 500

/** Reports progress: what was done and how many of them. */
export type ReportProgress = (what: string, count: number) => void

/**
 * Everything that is kept as the parts of a backup: the rows as they stood at one moment, however long it takes and
 * whatever is written meanwhile, and then the files those rows name. It holds a page of rows or one file at a time.
 */
export async function* takeSnapshot(
  { db, files }: SnapshotSource,
  head: { id: string; createdAt: number },
  onProgress: ReportProgress,
): AsyncGenerator<Buffer> {
  const view = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const end: BackupEnd = { tables: {}, files: { count: 0, digest: '', gone: 0 } }
    yield writePart({ kind: 'head', head: { ...head, migrations: await migrationsOf(view) } })
    for (const begin of await tablesOf(view)) {
      yield writePart({ kind: 'table', begin })
      end.tables[begin.table] = yield* tableOf(view, begin)
      onProgress(begin.table, end.tables[begin.table]?.count ?? 0)
    }
    end.files = yield* filesOf(view, files, onProgress)
    yield writePart({ kind: 'end', end })
  } finally {
    await view.rollback().execute()
  }
}

type View = ControlledTransaction<Database>

/** Each table with its columns, after those it refers to. */
async function tablesOf(db: Db): Promise<(TableBegin & { table: Table })[]> {
  const found = await db.introspection.getTables()
  const columns = new Map(found.map((table) => [table.name, table.columns.map(({ name }) => name)]))
  return tableNames.map((table) => ({ table, columns: (columns.get(table) ?? []).toSorted() }))
}

/** A row as a line of a backup. */
function lineOf(row: AnyRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column] ?? null))
}

async function* tableOf(
  view: View,
  { table, columns }: TableBegin & { table: Table },
): AsyncGenerator<Buffer, Counted> {
  const counter = createCounter()
  for await (const rows of pagesOf(view, table)) {
    const lines = rows.map((row) => lineOf(row, columns))
    lines.forEach((line) => counter.add(line))
    yield writePart({ kind: 'rows', lines })
  }
  return counter.counted()
}

async function* filesOf(
  view: View,
  files: FilesPort | undefined,
  onProgress: ReportProgress,
): AsyncGenerator<Buffer, BackupEnd['files']> {
  const counter = createCounter()
  let gone = 0
  for await (const { id, bytes } of files ? eachFile(view, files) : []) {
    gone += bytes ? 0 : 1
    if (!bytes) continue
    counter.add(Buffer.concat([Buffer.from(id), bytes]))
    yield writePart({ kind: 'file', id, bytes })
    const { count } = counter.counted()
    if (count % FILES_PER_REPORT === 0) onProgress('files', count)
  }
  onProgress('files', counter.counted().count)
  return { ...counter.counted(), gone }
}

async function* eachFile(view: View, files: FilesPort) {
  for await (const ids of namedFiles(view)) {
    for (const id of ids) yield { id, bytes: await wholeFile(files, id) }
  }
}

/** The bytes as they are stored; undefined where there is nothing. */
export async function wholeFile(files: FilesPort, id: string): Promise<Buffer | undefined> {
  const found = await files.get(id)
  return found && (await buffer(found))
}

interface RestoreTarget {
  db: Db
  files: FilesPort
  onProgress: ReportProgress
}

/** Tables that a server's first start writes to by itself; the backup's take the place of theirs. */
const ofFirstStart = ['key_check', 'schedules', 'clock_watch']

/** What lets somebody in at the desk for a while: who was shut out since the backup must not get in with it. */
const endedByRestore = ['staff_sessions', 'staff_invitations', 'staff_challenges']

/** The first table that holds something; undefined where a backup may be restored. */
export async function firstFilledTable(db: Db): Promise<string | undefined> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  for (const table of tables.filter((name) => name in primaryKeys && !ofFirstStart.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return undefined
}

/**
 * Puts a backup that was checked into an empty database and its files into the storage: the tables as they were when
 * it was made, all rows in one commit, counted again before it, and then the tables as they are now. Files are put
 * before the rows that name them count; a restore that breaks off leaves no row. No session of the desk is left, no
 * enrolment link and no challenge.
 */
export async function restoreBackup(
  { db, files, onProgress }: RestoreTarget,
  checked: CheckedBackup,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  await migrateAsOf(db, checked.head.migrations)
  await db.transaction().execute(async (trx) => {
    for (const table of ofFirstStart) {
      if (table in checked.end.tables) await sql`delete from ${sql.table(table)}`.execute(trx)
    }
    const begun: TableBegin[] = []
    let stored = 0
    for await (const part of counting(parts)) {
      const last = begun.at(-1)
      if (part.kind === 'table') begun.push(part.begin)
      if (part.kind === 'rows' && last) await insertRows(trx, last, part.lines)
      if (part.kind !== 'file') continue
      await files.put(part.id, part.bytes)
      stored += 1
      if (stored % FILES_PER_REPORT === 0) onProgress('files', stored)
    }
    for (const begin of begun) {
      const { count } = await countAgain(trx, begin, checked)
      onProgress(begin.table, count)
    }
    onProgress('files', stored)
    if (hasRowLocks(trx)) await continueAuditNumbers(trx)
    for (const table of endedByRestore) {
      if (table in checked.end.tables) await sql`delete from ${sql.table(table)}`.execute(trx)
    }
  })
  await migrate(db)
}

/** PostgreSQL numbers the next entry after those that were restored; SQLite does so by itself. */
async function continueAuditNumbers(trx: Db): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('audit_log', 'seq'), (select coalesce(max(seq), 0) from audit_log) + 1, false)
  `.execute(trx)
}

async function migrateAsOf(db: Db, names: readonly string[]): Promise<void> {
  const tables = await db.introspection.getTables()
  // Kysely's own table of migrations is not among them.
  const applied = tables.length > 0 ? await migrationsOf(db) : []
  if (applied.some((name) => !names.includes(name))) {
    throw new BackupFault(
      'The tables are newer than the backup: give a database that no server was started on',
    )
  }
  await migrate(db, names.at(-1))
}

/** How many rows the database holds, which are those of the backup to the last letter. */
async function countAgain(db: Db, { table, columns }: TableBegin, { end }: CheckedBackup): Promise<Counted> {
  const counter = createCounter()
  for await (const rows of pagesOf(db, table as Table)) {
    rows.forEach((row) => counter.add(lineOf(row, columns)))
  }
  const counted = counter.counted()
  if (counted.digest === end.tables[table]?.digest) return counted
  throw new BackupFault(`The database does not hold ${table} as the backup does: nothing was restored`)
}

/** Parameters of one statement; SQLite takes 32,766 of them. */
const PARAMETERS = 10_000

async function insertRows(db: Db, { table, columns }: TableBegin, lines: readonly string[]): Promise<void> {
  const most = Math.max(1, Math.floor(PARAMETERS / columns.length))
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let at = 0; at < lines.length; at += most) {
    const rows = lines.slice(at, at + most).map((line) => {
      const cells = JSON.parse(line) as Cell[]
      return sql`(${sql.join(cells)})`
    })
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(rows)}`.execute(db)
  }
}
