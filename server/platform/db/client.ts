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
   * Resolves when the database answers, and took a write in the last ten seconds (`now` in milliseconds); rejects after two
   * seconds or at its first refusal.
   */
  ping(now: number): Promise<void>
  /** How many of PostgreSQL's connections are used and idle, and how many callers wait for one. */
  pool?(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** The file under DATA_DIR that holds the embedded database. */
export const SQLITE_FILE = 'agency.sqlite'

const PING_LIMIT_MS = 2000
/** Readiness is asked many times a second, so a write is tried this seldom. */
const WRITE_PROBE_MS = 10_000
/** Connections one process holds; PostgreSQL's default of 100 leaves room for several processes and the tool. */
const POOL_SIZE = 10

/** How long PostgreSQL may take, in milliseconds. */
interface PostgresLimits {
  /** One statement. */
  statementMs: number
  /**
   * Without a byte, while a connection is used: then whoever is at its other end is gone. TCP alone notices that a host was
   * cut off after a quarter of an hour. It is longer than a statement may take.
   */
  silenceMs: number
}

/** Those of a server, in which nothing works for long at once. */
export const serverPostgresLimits: PostgresLimits = { statementMs: 30_000, silenceMs: 35_000 }

interface DatabaseOptions {
  databaseUrl?: string | undefined
  dataDir: string
  /** None for migrations and the operators' tool, whose statements and transactions may take as long as they need. */
  limits?: PostgresLimits
}

/** Opens PostgreSQL when `databaseUrl` is given, otherwise SQLite in `dataDir`; nothing is migrated yet. */
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
  // Without a listener a connection that PostgreSQL ends while idle would end this process; the pool has dropped it.
  pool.on('error', () => undefined)
  // So would one that it ends between two queries of a transaction; the next of them fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Idle connections are silent too; the pool ends them sooner. */
function socketEndedBySilence(afterMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(afterMs, () => socket.destroy())
}

function usesOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Millisecond times are bigint columns; they fit a number until the year 287396, which both engines then give. */
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
 * PostgreSQL's classes for a connection that failed and a server that is stopping or starting (its appendix A), and its
 * code for a statement that took longer than it may.
 */
const codes = /^(08|57P|57014|53300)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** What its driver says of the same without a code. */
const words =
  /^Connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable/i
/**
 * SQLite's primary results for a database that another holds (BUSY, LOCKED), and for a disk that may not be written,
 * fails, is full or does not open (READONLY, IOERR, FULL, CANTOPEN).
 */
const results = [5, 6, 8, 10, 13, 14]

/** Whether a failed query means that the database is away for now, so that trying again later helps. */
export function isDatabaseAway(error: Error & { code?: string; errcode?: number }): boolean {
  // The low byte of an extended result is the primary one.
  if (error.errcode !== undefined) return results.includes(error.errcode & 0xff)
  return codes.test(error.code ?? '') || words.test(error.message)
}

interface OpenDatabase extends SqliteDatabase {
  inTransaction(): boolean
}

/** Kysely's SQLite dialect over Node's own SQLite, with write transactions that never fail half-way for a lock. */
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
 * WAL with an fsync before every commit returns (synchronous=FULL): an acknowledged row survives a power cut.
 * The five seconds let the operator's tool and the server wait for each other's writes.
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

  // A deferred transaction that reads and then writes is refused, not queued, when another process wrote in
  // between; one that takes the write lock at its start waits.
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    // One that only reads keeps its view of the database and lets others write.
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  // What a full or failing disk stopped SQLite has rolled back by itself; to do it again would fail, and hide why.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction()) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite rolls back schema changes like any other; with this the migrator runs in one transaction, so that an
  // interrupted migration leaves nothing and two processes migrate one after the other.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
