import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appendAudit, type AuditEntry, operatorActor } from '#server/platform/audit/log.ts'
import { type Config, loadEnvironment } from '#server/config/config.ts'
import { BackupFault } from '#server/platform/backup/backup-format.ts'
import { type Db, openDatabase, SQLITE_FILE } from '#server/platform/db/client.ts'
import { refuseOtherDatabase, refuseOtherFolder } from '#server/platform/db/migrate.ts'
import { type DataKeys, openFieldCipher } from '#server/platform/crypto/key-check.ts'
import { createFiles } from '#server/open-providers.ts'
import { storedDataKey } from '#server/platform/data-folder.ts'
import { type FieldCipher, DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { type FilesPort, FilesUnavailable } from '#server/providers/files/port.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { startupError } from '#server/config/startup-errors.ts'
import { OpsError } from './command.ts'

/** The data of the configured server. */
export interface OpsData {
  config: Config
  db: Db
  cipher: FieldCipher
  files: FilesPort
  clock: Clock
}

/** Records an action of the operator in the audit log. Call it before anything is shown or changed. */
export function audit(
  { db, cipher, clock }: Pick<OpsData, 'db' | 'cipher' | 'clock'>,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  return appendAudit(db, { ...entry, actor: operatorActor(cipher) }, clock.now())
}

/**
 * Runs `work` on the server's database. Takes no lock and does not migrate, so a running server is not disturbed.
 * Throws `OpsError` for problems that an operator can solve.
 */
export function withDatabase<Result>(work: (deps: OpsData) => Promise<Result>): Promise<Result> {
  return withSettings((config) => openAndRun(config, work))
}

/** Runs `work` with the settings. Throws as `withDatabase` does. */
export async function withSettings<Result>(work: (config: Config) => Promise<Result>): Promise<Result> {
  const answer = loadEnvironment()
  if (!answer.ok) throw new OpsError(answer.faults.join('\n'))
  const { config } = answer
  return work(config).catch((error: unknown) => {
    throw opsError(error, config)
  })
}

/** Does the same as `withDatabase` with settings that were already read. */
export function withDatabaseOf<Result>(
  config: Config,
  work: (deps: OpsData) => Promise<Result>,
): Promise<Result> {
  return openAndRun(config, work).catch((error: unknown) => {
    throw opsError(error, config)
  })
}

/** Returns the configured data keys. Throws `OpsError` if there is none. */
export function dataKeys({ dataKey, dataKeyPrevious, dataDir }: Config): DataKeys {
  const current = dataKey ?? storedDataKey(dataDir)
  if (current) return { current, previous: dataKeyPrevious }
  throw new OpsError(
    `DATA_KEY is not set and ${dataDir} holds no data.key: stored data cannot be decrypted without it`,
  )
}

async function openAndRun<Result>(config: Config, work: (deps: OpsData) => Promise<Result>): Promise<Result> {
  refuseOtherFolder(config.dataDir)
  const file = join(config.dataDir, SQLITE_FILE)
  if (config.databaseUrl === undefined && !existsSync(file)) throw noDatabase(config)
  const keys = dataKeys(config)
  const database = openDatabase(config)
  try {
    await refuseOtherDatabase(database.db)
    const cipher = await openFieldCipher(database.db, keys)
    return await work({ config, db: database.db, cipher, files: createFiles(config), clock: systemClock })
  } finally {
    await database.close()
  }
}

function noDatabase({ databaseUrl, dataDir }: Config): OpsError {
  return databaseUrl === undefined
    ? new OpsError(
        `DATA_DIR ${dataDir} holds no database yet: start the server once, or set DATA_DIR to its folder`,
      )
    : new OpsError(
        'DATABASE_URL names a database without our tables: start the server once, or correct the name',
      )
}

/** PostgreSQL's codes and SQLite's messages for a missing table or column. */
const noTable = /^42P01$|^no such table/
const noColumn = /^42703$|^no such column/

function opsError(error: unknown, config: Config): unknown {
  if (!(error instanceof Error) || error instanceof OpsError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const lacks = (pattern: RegExp) => pattern.test(code) || pattern.test(error.message)
  if (lacks(noTable)) return noDatabase(config)
  if (lacks(noColumn)) {
    return new OpsError(
      'The database has the schema of another version: start the server of this version once, then try again',
    )
  }
  if (error instanceof DecryptError) {
    return new OpsError('A row cannot be read: it was altered, or encrypted with another DATA_KEY')
  }
  if (error instanceof BackupFault) return new OpsError(error.message)
  if (error instanceof FilesUnavailable) return new OpsError(`The file storage ${error.message}`)
  if (code === 'ERR_SQLITE_ERROR') {
    return new OpsError(`The database in DATA_DIR ${config.dataDir} cannot be read: ${error.message}`)
  }
  const reason = startupError(error, config)
  return reason === undefined ? error : new OpsError(reason)
}
