import { readdirSync, promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './client.ts'

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
