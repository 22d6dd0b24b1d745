import { sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import { migrate, migrationsOf } from '#server/platform/db/migrate.ts'
import { type Cell, pagesOf, primaryKeys, type Table } from '#server/platform/db/tables.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import {
  type CheckedBackup,
  counting,
  BackupFault,
  type BackupPart,
  type Counted,
  createCounter,
  type TableBegin,
} from './backup-format.ts'
import { FILES_PER_REPORT, lineOf, type ReportProgress } from './make-backup.ts'

export interface RestoreTarget {
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
    for (const table of endedByRestore) {
      if (table in checked.end.tables) await sql`delete from ${sql.table(table)}`.execute(trx)
    }
  })
  await migrate(db)
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
