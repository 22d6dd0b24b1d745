import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, startTestPostgres } from '#scripts/postgres-server.ts'
import { outputOf, root, untilDisposed } from './processes.ts'
import { progress, type Target } from './report.ts'

export interface Database {
  name: string
  /** Creates an empty database and returns its DATABASE_URL. */
  create(): Promise<string>
}

export const sqlite: Database = { name: 'SQLite', create: () => Promise.resolve('') }

/** Measures the databases in `only` one after another and returns all targets. */
export async function onEachDatabase(only: string, measure: (database: Database) => Promise<Target[]>) {
  const found: Target[] = []
  if (only.includes('sqlite')) found.push(...(await measure(sqlite)))
  if (only.includes('postgres')) {
    await using database = await startPostgres()
    if (database) found.push(...(await measure(database)))
  }
  return found
}

/** The settings of a server on filled tables, and what the filling program printed. */
export type Filled<Printed> = Printed & { folder: string; env: Record<string, string> }

const FILL_LIMIT_MS = 90 * 60_000

/** Fills an empty database for a benchmark with the given numbers of rows. */
export async function fill<Printed extends object>(
  database: Database,
  folder: string,
  words: readonly ['desk' | 'tables' | 'vacancies', ...counts: number[]],
): Promise<Filled<Printed>> {
  const DATABASE_URL = await database.create()
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL, DATA_KEY: 'ab'.repeat(32) }
  mkdirSync(env.DATA_DIR, { recursive: true })
  const args = [join(root, 'tests', 'support', 'fill.ts'), ...words.map(String)]
  const printed = await outputOf({ command: process.execPath, args, env }, FILL_LIMIT_MS)
  return { folder, env, ...(JSON.parse(printed) as Printed) }
}

/** Starts PostgreSQL in a temporary folder, or says on stderr that it is not installed. */
async function startPostgres() {
  if (!findPostgres()) return void progress('PostgreSQL is not installed: left out')
  const server = await startTestPostgres()
  const admin = server.env['TEST_DATABASE_URL'] ?? ''
  const database: Database = {
    name: 'PostgreSQL',
    async create() {
      const name = `bench_${randomBytes(6).toString('hex')}`
      const client = new pg.Client({ connectionString: admin })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return Object.assign(new URL(admin), { pathname: `/${name}` }).href
    },
  }
  return untilDisposed(database, server.stop)
}
