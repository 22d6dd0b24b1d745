import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { environment, type Source } from '#server/config/config.ts'

export type Engine = 'sqlite' | 'postgres'

/** A superuser's address of a PostgreSQL that may be filled with throw-away databases; none skips that half. */
const postgresUrl = environment()['TEST_DATABASE_URL']

/** The engines that can be tested here, for `describe.each`. */
export const engines: Engine[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

/** Where one server keeps what it keeps: a folder of its own and, for PostgreSQL, a database of its own. */
export interface Place {
  engine: Engine
  dataDir: string
  databaseUrl: string | undefined
  /** The settings that lead a server here. */
  settings: Source
  remove(): Promise<void>
}

/** Makes an empty place for a server of that engine. */
export async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agency-test-'))
  const database = engine === 'postgres' ? await makeDatabase() : undefined
  return {
    engine,
    dataDir,
    databaseUrl: database?.url,
    settings: { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) },
    async remove() {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(`create database ${name}`)
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asSuperuser(`drop database if exists ${name} with (force)`) }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
