import { Socket } from 'node:net'
import { join } from 'node:path'
import {
  Kysely,
  PostgresDialect,
  sql,
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type Db = Kysely<Database>

export interface DatabaseHandle {
  db: Db
  engine: 'sqlite' | 'postgres'
  /**
   * Resolves when the database answers and has accepted a write in the last ten seconds (`now` in milliseconds).
   * Rejects on an error or after two seconds.
   */
  ping(now: number): Promise<void>
  /** PostgreSQL's used and idle connections, and the callers that wait for one. */
  pool?(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** The embedded database in DATA_DIR. */
export const SQLITE_FILE = 'agency.sqlite'

const PING_LIMIT_MS = 2000
/** Least milliseconds between two writes by `ping`, which is called many times a second. */
const WRITE_PROBE_MS = 10_000
/** Connections per process. PostgreSQL's default of 100 leaves room for several processes and ops commands. */
const POOL_SIZE = 10

/** Time limits in milliseconds. */
interface PostgresLimits {
  /** One statement. */
  statementMs: number
  /**
   * Silence after which a busy connection counts as dead, longer than a statement may take. TCP alone notices a lost
   * host only after a quarter of an hour.
   */
  silenceMs: number
}

/** The limits of a server, which runs no long statement. */
export const serverPostgresLimits: PostgresLimits = { statementMs: 30_000, silenceMs: 35_000 }

interface DatabaseOptions {
  databaseUrl?: string | undefined
  dataDir: string
  /** None for migrations and ops commands, whose statements may take as long as they need. */
  limits?: PostgresLimits
}

/** Opens PostgreSQL if `databaseUrl` is given, otherwise SQLite in `dataDir`. Does not migrate. */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const { databaseUrl, dataDir, limits } = options
  const pool = databaseUrl ? openPool(databaseUrl, limits) : undefined
  const dialect = pool ? new PostgresDialect({ pool }) : new NodeSqliteDialect(join(dataDir, SQLITE_FILE))
  const db: Db = new Kysely<Database>({ dialect })
  return {
    db,
    engine: databaseUrl ? 'postgres' : 'sqlite',
    ping: createPing(db),
    ...(pool ? { pool: () => usesOf(pool) } : {}),
    close: () => db.destroy(),
  }
}

function openPool(connectionString: string, limits: PostgresLimits | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...(limits && {
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.silenceMs,
      stream: () => socketEndedBySilence(limits.silenceMs),
    }),
    types: { getTypeParser },
  })
  // Without a listener, a connection that PostgreSQL ends while it is idle would crash the process. The pool drops it.
  pool.on('error', () => undefined)
  // The same holds between two queries of a transaction, whose next query then fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** The pool closes idle connections earlier. */
function socketEndedBySilence(afterMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(afterMs, () => socket.destroy())
}

function usesOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Times in milliseconds are bigint columns. They fit into a JavaScript number, as SQLite returns them. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

function createPing(db: Db): (now: number) => Promise<void> {
  let wroteAt = -Infinity
  return async (now) => {
    if (Math.abs(now - wroteAt) < WRITE_PROBE_MS) return withinLimit(sql`select 1`.execute(db))
    const probe = { name: 'write probe', taken_at: now, previous_at: 0 }
    const writing = db
      .insertInto('schedules')
      .values(probe)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(probe))
      .execute()
    await withinLimit(writing)
    wroteAt = now
  }
}

async function withinLimit(work: Promise<unknown>): Promise<void> {
  const limit = AbortSignal.timeout(PING_LIMIT_MS)
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('the database did not answer in time')))
  })
  await Promise.race([work, late])
}

/**
 * PostgreSQL's codes for failed connections, a server that stops or starts (appendix A), a statement beyond its time
 * and too many connections; and Node's codes for the network.
 */
const codes = /^(08|57P|57014|53300)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Messages of the driver for the same failures without a code. */
const words =
  /^Connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable/i
/**
 * SQLite's primary result codes for a locked database (BUSY, LOCKED) and for a disk that is read-only, failing, full or
 * unreadable (READONLY, IOERR, FULL, CANTOPEN).
 */
const results = [5, 6, 8, 10, 13, 14]

/** Returns whether a query failed because the database is unavailable, so that a later retry can help. */
export function isDatabaseAway(error: Error & { code?: string; errcode?: number }): boolean {
  // The low byte of an extended result code is the primary one.
  if (error.errcode !== undefined) return results.includes(error.errcode & 0xff)
  return codes.test(error.code ?? '') || words.test(error.message)
}

interface OpenDatabase extends SqliteDatabase {
  inTransaction(): boolean
}

/** Kysely's SQLite dialect on Node's own SQLite. Write transactions never fail half-way because of a lock. */
class NodeSqliteDialect extends SqliteDialect {
  readonly #database: OpenDatabase

  constructor(file: string) {
    const database = open(file)
    super({ database })
    this.#database = database
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/**
 * WAL with an fsync before every commit returns (synchronous=FULL): a committed row survives a power cut. The timeout
 * of five seconds lets ops commands and the server wait for each other.
 */
function open(file: string): OpenDatabase {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  return asOpen(database)
}

function asOpen(database: DatabaseSync): OpenDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    inTransaction: () => database.isTransaction,
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = wrap(database.prepare(sql))
      if (statements.size < 500) statements.set(sql, statement)
      return statement
    },
  }
}

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: OpenDatabase

  constructor(database: OpenDatabase) {
    super({ database })
    this.#database = database
  }

  // A deferred transaction that reads and then writes fails when another process wrote in between. One that takes the
  // write lock at its start waits instead.
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    // A read-only transaction keeps its view of the database and lets others write.
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  // After a disk error SQLite has already rolled back. A second rollback would fail and hide the cause.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction()) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite can roll back schema changes. With this flag the migrator runs in one transaction: an interrupted migration
  // leaves nothing, and two processes migrate one after the other.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
