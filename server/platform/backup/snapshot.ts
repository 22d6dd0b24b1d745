import { buffer } from 'node:stream/consumers'
import type { ControlledTransaction } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import { migrationsOf } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { type AnyRow, namedFiles, pagesOf, type Table, tableNames } from '#server/platform/db/tables.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { type BackupEnd, type Counted, createCounter, type TableBegin, writePart } from './parts.ts'

export interface SnapshotSource {
  db: Db
  /** Absent: rows alone. */
  files: FilesPort | undefined
}

/** Files between two reports of progress. */
export const FILES_PER_REPORT = 500

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
export function lineOf(row: AnyRow, columns: readonly string[]): string {
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
