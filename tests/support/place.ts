import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { environment, type Source } from '#server/config/config.ts'
import { type Db, openDatabase, SQLITE_FILE } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** A superuser's address of a PostgreSQL for temporary databases; without it those tests are skipped. */
const postgresUrl = environment()['TEST_DATABASE_URL']

/** The engines that can be tested here, for `describe.each`. */
export const engines: Engine[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

/** Linux's folder in memory, where syncing costs nothing. */
const MEMORY = '/dev/shm'
/** Containers have less by default, which the files of some servers would fill. */
const MEMORY_BYTES = 1024 ** 3

/** Returns the folder for places: in memory if there is enough. */
async function placesFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir()
}

/** A server's storage: a folder of its own and, for PostgreSQL, a database of its own. */
export type Place = Awaited<ReturnType<typeof makePlace>>

/** Makes a place for a server of that engine: empty, or with the newest tables if `hasTables`. */
export async function makePlace(engine: Engine, { hasTables = false } = {}) {
  const dataDir = await mkdtemp(join(await placesFolder(), 'agency-test-'))
  const template = hasTables && engine === 'postgres' ? await makeTemplate() : 'template1'
  const database = engine === 'postgres' ? await makeDatabase(template) : undefined
  if (hasTables && engine === 'sqlite')
    await writeFile(join(dataDir, SQLITE_FILE), await migratedFile(), { mode: 0o600 })
  const remove = async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const databaseUrl: string | undefined = database?.url
  /** The settings that lead a server here. */
  const settings: Source = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  return { engine, dataDir, databaseUrl, settings, remove, [Symbol.asyncDispose]: remove }
}

async function makeDatabase(template: string) {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Files are copied whole, since the usual copy by blocks goes through the log and the buffers.
  await asSuperuser((query) => query(`create database ${name} template ${template} strategy file_copy`))
  const drop = () => asSuperuser((query) => query(`drop database if exists ${name} with (force)`))
  return { url: urlOf(name), drop }
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${database}`
  return url.href
}

let file: Promise<Buffer> | undefined

/** Returns a migrated SQLite file, made once, since migrations take a third of a server's start. */
function migratedFile(): Promise<Buffer> {
  return (file ??= (async () => {
    await using place = await makePlace('sqlite')
    const { db, close } = openDatabase(place)
    await migrate(db)
    await close()
    return readFile(join(place.dataDir, SQLITE_FILE))
  })())
}

let migrated: Promise<string> | undefined

const migrations = join(import.meta.dirname, '..', '..', 'server', 'platform', 'db', 'migrations')

/** The name depends on the migration's text, since other copies of the repository may use the same PostgreSQL. */
async function templateName(): Promise<string> {
  const hash = createHash('sha256')
  const names = await readdir(migrations)
  for (const name of names.toSorted()) hash.update(await readFile(join(migrations, name)))
  return `migrated_${hash.digest('hex').slice(0, 16)}`
}

/** Makes a migrated database, which others are copied from in a tenth of the time. */
function makeTemplate(): Promise<string> {
  return (migrated ??= asSuperuser(async (query) => {
    const name = await templateName()
    // The workers of a run wait for the first of them.
    await query('select pg_advisory_lock(1)')
    const found = await query(`select datname from pg_database where datname = '${name}'`)
    if (found.rowCount) return name
    await query(`drop database if exists ${name}_begun with (force)`)
    await query(`create database ${name}_begun`)
    const { db, close } = openDatabase({ databaseUrl: urlOf(`${name}_begun`), dataDir: tmpdir() })
    try {
      await migrate(db)
    } finally {
      await close()
    }
    await query(`alter database ${name}_begun rename to ${name}`)
    return name
  }))
}

/** Runs `work` without a table, as if the process or its database ended before writing there. */
export async function withoutTable<T>(db: Db, table: keyof Database, work: () => Promise<T>): Promise<T> {
  await db.schema.alterTable(table).renameTo('elsewhere').execute()
  try {
    return await work()
  } finally {
    await db.schema.alterTable('elsewhere').renameTo(table).execute()
  }
}

type Query = (statement: string) => Promise<pg.QueryResult>

async function asSuperuser<T>(work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  const query: Query = (statement) => client.query(statement)
  try {
    return await work(query)
  } finally {
    await client.end()
  }
}
