import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import type {
  DatabaseConnection,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
  TransactionSettings,
} from 'kysely'

/** Kysely's SQLite dialect over Node's own SQLite, with write transactions that never fail half-way for a lock. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(file: string) {
    const config = { database: open(file) }
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/**
 * WAL with an fsync before every commit returns (synchronous=FULL): an acknowledged row survives a power cut.
 * The five seconds let the operator's tool and the server wait for each other's writes.
 */
function open(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
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
  // A deferred transaction that reads and then writes is refused, not queued, when another process wrote in
  // between; one that takes the write lock at its start waits its turn.
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    // One that only reads keeps its view of the database and lets others write.
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite rolls back schema changes like any other; with this the migrator runs in one transaction, so that an
  // interrupted migration leaves nothing and two processes migrate one after the other.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
