import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'

interface OpenDatabase extends SqliteDatabase {
  inTransaction(): boolean
}

/** Kysely's SQLite dialect over Node's own SQLite, with write transactions that never fail half-way for a lock. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: OpenDatabase

  constructor(file: string, { readOnly = false } = {}) {
    const database = readOnly ? openToRead(file) : open(file)
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

function openToRead(file: string): OpenDatabase {
  return asOpen(new DatabaseSync(file, { timeout: 5000, readOnly: true }))
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
