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
 * Brings the database forward to the newest schema; returns the names applied, none when it was there already.
 * All of it is one transaction behind the engine's lock: interrupted it leaves nothing, and processes that start
 * at once go one after the other. `to` names a migration to stop at.
 */
export async function migrate(db: Db, to?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of the migrations that this version of the product knows, in their order. */
export const migrationNames = readdirSync(migrationFolder)
  .map((file) => path.parse(file).name)
  .toSorted()

/** What version 0.1 kept in every data folder, on SQLite its database too, and the first migration of its databases. */
const earlier = { files: ['server.lock', 'agency.db'], migration: '0001-enquiries-and-jobs' }

/** Whether these are the migrations of a database of version 0.1, which no later version reads. */
export function isOfEarlierVersion(migrations: readonly string[]): boolean {
  return migrations.includes(earlier.migration)
}

function refuseEarlier(what: string, another: string): never {
  throw new StartError(
    `${what} holds data of version 0.1, which this version does not read; nothing of it was changed: start version 0.1 on it, or ${another}`,
  )
}

/** Throws `StartError` for a data folder of version 0.1; call it before anything is opened or written there. */
export function refuseOtherFolder(dataDir: string): void {
  if (earlier.files.some((file) => existsSync(path.join(dataDir, file))))
    refuseEarlier(`DATA_DIR ${dataDir}`, 'choose an empty folder for this version')
}

/** Throws `StartError` for a database of version 0.1, or with tables of ours that no migration made; it only reads. */
export async function refuseOtherDatabase(db: Db): Promise<void> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  )
  const found = tables.find((name) => (tableNames as string[]).includes(name))
  const applied = tables.includes(DEFAULT_MIGRATION_TABLE) ? await migrationsOf(db) : []
  if (isOfEarlierVersion(applied)) refuseEarlier('The database', 'give this version an empty database')
  if (found !== undefined && applied.length === 0) {
    throw new StartError(
      `The database has a table ${found} that no version of this product made: give this version an empty database`,
    )
  }
}

/** The names of the migrations that a database had, in their order. */
export async function migrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}
