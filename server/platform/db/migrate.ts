import { existsSync, readdirSync, promises as fs } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, FileMigrationProvider, Migrator } from 'kysely/migration'
import { StartError } from '#server/platform/data-folder.ts'
import type { Db } from './client.ts'
import { tableNames } from './tables.ts'

const migrationFolder = path.join(import.meta.dirname, 'migrations')
const provider = new FileMigrationProvider({ fs, path, migrationFolder })

/**
 * Migrates to the newest schema, or to the migration `to`, and returns the names applied. All runs in one locked
 * transaction: an interrupted migration leaves nothing, and processes that start together migrate one after the other.
 */
export async function migrate(db: Db, to?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** All migrations of this version, in order. */
export const migrationNames = readdirSync(migrationFolder)
  .map((file) => path.parse(file).name)
  .toSorted()

/** Files of version 0.1. */
const earlierFiles = ['server.lock', 'agency.db']

/** Throws `StartError` for a data folder of version 0.1. Call this before opening or writing anything there. */
export function refuseOtherFolder(dataDir: string): void {
  if (earlierFiles.some((file) => existsSync(path.join(dataDir, file))))
    throw new StartError(
      `DATA_DIR ${dataDir} holds data of version 0.1, which this version does not read: choose an empty folder`,
    )
}

/** Throws `StartError` for a database that this version does not know. Only reads. */
export async function refuseOtherDatabase(db: Db): Promise<void> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  )
  const applied = tables.includes(DEFAULT_MIGRATION_TABLE) ? await migrationsOf(db) : []
  const unknown = unknownMigrations(applied)[0]
  if (unknown !== undefined) {
    throw new StartError(
      `The database is of version 0.1, or of a newer version: this version does not know its migration ${unknown}, so start that version on it`,
    )
  }
  const found = tables.find((name) => (tableNames as string[]).includes(name))
  if (found !== undefined && applied.length === 0) {
    throw new StartError(
      `The database has a table ${found} that no version of this product made: give this version an empty database`,
    )
  }
}

export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !migrationNames.includes(name))
}

/** Returns the migrations that were applied to a database, in order. */
export async function migrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}
