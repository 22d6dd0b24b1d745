import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { getTool, postgres } from '#scripts/test-tools.ts'
import { beforeExit, root, run } from './processes.ts'
import { progress, type Target } from './report.ts'

/** A kind of database that the server is measured on. */
export interface Database {
  name: string
  /** Makes an empty one; the value of DATABASE_URL. */
  create(): Promise<string>
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

const sqlite: Database = { name: 'SQLite', create: () => Promise.resolve('') }

/** The databases that `only` names; what was started for them ends with them. */
async function openDatabases(only: string): Promise<AsyncDisposable & { all: Database[] }> {
  const server = only.includes('postgres') ? await startPostgres() : undefined
  return {
    all: [...(only.includes('sqlite') ? [sqlite] : []), ...(server ? [server.database] : [])],
    [Symbol.asyncDispose]: async () => server?.end(),
  }
}

/** Measures one database after the other; answers with the targets of all. */
export async function onEachDatabase(only: string, measure: (database: Database) => Promise<Target[]>) {
  await using databases = await openDatabases(only)
  const found: Target[] = []
  for (const database of databases.all) found.push(...(await measure(database)))
  return found
}

/** What a server is started with on tables that were filled before, and what the program that filled them printed. */
export type Filled<Printed> = Printed & { folder: string; env: Record<string, string> }

const FILL_LIMIT_MS = 90 * 60_000

/** Has a program of the tests fill an empty database with so many rows of each kind. */
export async function fill<Printed extends object>(
  database: Database,
  folder: string,
  [program, ...counts]: [program: string, ...counts: number[]],
): Promise<Filled<Printed>> {
  const DATABASE_URL = await database.create()
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL, DATA_KEY: 'ab'.repeat(32) }
  mkdirSync(env.DATA_DIR, { recursive: true })
  const args = [join(root, 'tests', 'support', program), ...counts.map(String)]
  return { folder, env, ...(await run<Printed>(args, FILL_LIMIT_MS, env)) }
}

/** TEST_DATABASE_URL's server, or one of our own on a throw-away folder; a line on stderr when neither can be had. */
async function startPostgres() {
  const server = await getTool(postgres)
  if ('missing' in server) return void progress(`PostgreSQL is left out: ${server.missing}`)
  beforeExit.add(server.stop)
  const admin = server.env['TEST_DATABASE_URL'] ?? ''
  const made: string[] = []
  const database: Database = {
    name: 'PostgreSQL',
    async create() {
      const name = `bench_${randomBytes(6).toString('hex')}`
      await query(admin, `create database ${name}`)
      made.push(name)
      return Object.assign(new URL(admin), { pathname: `/${name}` }).href
    },
  }
  return {
    database,
    async end() {
      for (const name of made) await query(admin, `drop database if exists ${name} with (force)`)
      beforeExit.delete(server.stop)
      await server.stop()
    },
  }
}
