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
  /** Absent: only rows are backed up. */
  files: FilesPort | undefined
  folder: KeyFolder
  /** Milliseconds. */
  now: number
  onProgress: ReportProgress
}

/** Writes a backup to `path` while servers may run. Stores its key first, and destroys keys past their time. */
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

/** The scheduled task that deletes data. Keys of backups are destroyed on the same schedule. */
export const DAILY_TASK = 'retention'

/**
 * Destroys backup keys that were past their time at the daily run before the last, except while deletion pauses, and
 * stores who was erased. Safe to repeat.
 */
export async function maintainBackupKeys(db: Db, folder: KeyFolder, now: number): Promise<void> {
  const jump = await watchClock(db, now)
  const dueAt = jump ? 0 : Math.min(now, await previousRun(db, DAILY_TASK))
  await keepErasures(db, folder, dueAt)
  await destroyPassedKeys(folder.path, dueAt)
}

/** Stores beside the keys who was erased, except erasures that no backup valid at `dueAt` (milliseconds) needs. */
export async function keepErasures(db: Db, folder: KeyFolder, dueAt = 0): Promise<void> {
  await storeErasures(folder, await db.selectFrom('erasures').selectAll().execute(), dueAt)
}

const FILES_PER_REPORT = 500

/** Reports progress: the kind of item, and how many are done. */
export type ReportProgress = (what: string, count: number) => void

/**
 * Yields everything stored as parts of a backup: all rows as of one moment, whatever is written meanwhile, then the
 * files that those rows name. Holds one page of rows or one file at a time.
 */
export async function* takeSnapshot(
  { db, files }: Pick<BackupSource, 'db' | 'files'>,
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

/** Returns each table with its columns, after the tables it refers to. */
async function tablesOf(db: Db): Promise<(TableBegin & { table: Table })[]> {
  const found = await db.introspection.getTables()
  const columns = new Map(found.map((table) => [table.name, table.columns.map(({ name }) => name)]))
  return tableNames.map((table) => ({ table, columns: (columns.get(table) ?? []).toSorted() }))
}

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

/** Returns the stored bytes of a file; undefined if there is none. */
export async function wholeFile(files: FilesPort, id: string): Promise<Buffer | undefined> {
  const found = await files.get(id)
  return found && (await buffer(found))
}

interface RestoreTarget {
  db: Db
  files: FilesPort
  onProgress: ReportProgress
}

/** Tables that the first start of a server fills. A restore replaces their rows. */
const ofFirstStart = ['key_check', 'schedules', 'clock_watch']

/** Access to the desk that a restore must not bring back: it may have been revoked since the backup. */
const endedByRestore = ['staff_sessions', 'staff_invitations', 'staff_challenges']

/** Returns the first table with rows, which rules out a restore; undefined if all are empty. */
export async function firstFilledTable(db: Db): Promise<string | undefined> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  for (const table of tables.filter((name) => name in primaryKeys && !ofFirstStart.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return undefined
}

/**
 * Restores a checked backup into an empty database and its storage: creates the tables of the backup's version, inserts
 * and counts all rows in one transaction, then migrates. Files are stored before that transaction commits, so an
 * interrupted restore leaves no rows. Sessions, enrolment links and challenges of the desk are removed.
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

/** Sets PostgreSQL's counter of audit entries. SQLite needs no such step. */
async function continueAuditNumbers(trx: Db): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('audit_log', 'seq'), (select coalesce(max(seq), 0) from audit_log) + 1, false)
  `.execute(trx)
}

async function migrateAsOf(db: Db, names: readonly string[]): Promise<void> {
  const tables = await db.introspection.getTables()
  // `getTables` does not list Kysely's own tables.
  const applied = tables.length > 0 ? await migrationsOf(db) : []
  if (applied.some((name) => !names.includes(name))) {
    throw new BackupFault('The tables are newer than the backup: choose a database that no server has used')
  }
  await migrate(db, names.at(-1))
}

/** Compares a table with the backup and returns its counts. */
async function countAgain(db: Db, { table, columns }: TableBegin, { end }: CheckedBackup): Promise<Counted> {
  const counter = createCounter()
  for await (const rows of pagesOf(db, table as Table)) {
    rows.forEach((row) => counter.add(lineOf(row, columns)))
  }
  const counted = counter.counted()
  if (counted.digest === end.tables[table]?.digest) return counted
  throw new BackupFault(`The restored table ${table} differs from the backup: nothing was restored`)
}

/** Parameters per statement; SQLite allows 32,766. */
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
