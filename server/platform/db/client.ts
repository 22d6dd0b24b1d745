import { join } from 'node:path'
import { Kysely, type Logger, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

export type Db = Kysely<Database>

export interface DatabaseHandle {
  db: Db
  engine: 'sqlite' | 'postgres'
  /** Resolves when the database answers; rejects after two seconds or at its first refusal. */
  ping(): Promise<void>
  /** How many of PostgreSQL's connections are used and idle, and how many callers wait for one. */
  pool?(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** The file under DATA_DIR that holds the embedded database. */
export const SQLITE_FILE = 'agency.db'

const PING_LIMIT_MS = 2000
/** Connections one process holds; PostgreSQL's default of 100 leaves room for several processes and the tool. */
const POOL_SIZE = 10

export interface DatabaseOptions {
  databaseUrl?: string | undefined
  dataDir: string
  /** Told of each query as it ends. */
  onQuery?: Logger | undefined
}

/** Opens PostgreSQL when `databaseUrl` is given, otherwise SQLite in `dataDir`; nothing is migrated yet. */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const { databaseUrl, dataDir, onQuery } = options
  const pool = databaseUrl ? openPool(databaseUrl) : undefined
  const dialect = pool ? new PostgresDialect({ pool }) : new NodeSqliteDialect(join(dataDir, SQLITE_FILE))
  const db: Db = new Kysely<Database>({ dialect, ...(onQuery ? { log: onQuery } : {}) })
  return {
    db,
    engine: databaseUrl ? 'postgres' : 'sqlite',
    ping: () => withinLimit(sql`select 1`.execute(db)),
    ...(pool ? { pool: () => usesOf(pool) } : {}),
    close: () => db.destroy(),
  }
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    types: { getTypeParser },
  })
  // Without a listener a connection that PostgreSQL ends while idle would end this process; the pool has dropped it.
  pool.on('error', () => undefined)
  // So would one that it ends between two queries of a transaction; the next of them fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function usesOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Millisecond times are bigint columns; they fit a number until the year 287396, which both engines then give. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

async function withinLimit(work: Promise<unknown>): Promise<void> {
  const limit = AbortSignal.timeout(PING_LIMIT_MS)
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('the database did not answer in time')))
  })
  await Promise.race([work, late])
}
