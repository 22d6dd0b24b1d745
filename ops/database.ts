import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appendAudit, type AuditEntry, operatorActor } from '#server/platform/audit/log.ts'
import { type Config, loadEnvironment } from '#server/config/config.ts'
import { BackupFault } from '#server/platform/backup/backup-format.ts'
import { type Db, openDatabase, SQLITE_FILE } from '#server/platform/db/client.ts'
import { refuseOtherDatabase, refuseOtherFolder } from '#server/platform/db/migrate.ts'
import { type DataKeys, openFieldCipher } from '#server/platform/crypto/key-check.ts'
import { createFiles } from '#server/providers/open.ts'
import { storedDataKey } from '#server/platform/data-folder.ts'
import { type FieldCipher, DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { type FilesPort, FilesUnavailable } from '#server/providers/files/port.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { startupError } from '#server/config/startup-errors.ts'
import { OpsError } from './command.ts'

/** The server's data, as the settings name it. */
export interface OpsData {
  config: Config
  db: Db
  cipher: FieldCipher
  files: FilesPort
  clock: Clock
}

/** Records in the audit log what the operator does: call it before anything is shown or changed. */
export function audit(
  { db, cipher, clock }: Pick<OpsData, 'db' | 'cipher' | 'clock'>,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  return appendAudit(db, { ...entry, actor: operatorActor(cipher) }, clock.now())
}

/**
 * Hands the server's database to `work` and closes it afterwards. It takes no lock and migrates nothing, so that a
 * running server is not disturbed. Throws `OpsError` for whatever an operator can set right.
 */
export function withDatabase<Result>(work: (deps: OpsData) => Promise<Result>): Promise<Result> {
  return withSettings((config) => openAndRun(config, work))
}

/** Hands the settings to `work`; throws as `withDatabase` does. */
export async function withSettings<Result>(work: (config: Config) => Promise<Result>): Promise<Result> {
  const answer = loadEnvironment()
  if (!answer.ok) throw new OpsError(answer.faults.join('\n'))
  const { config } = answer
  return work(config).catch((error: unknown) => {
    throw opsError(error, config)
  })
}

/** As `withDatabase`, for settings that were read already. */
export function withDatabaseOf<Result>(
  config: Config,
  work: (deps: OpsData) => Promise<Result>,
): Promise<Result> {
  return openAndRun(config, work).catch((error: unknown) => {
    throw opsError(error, config)
  })
}

/** The data keys that the settings name; throws `OpsError` where there is none. */
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

/** PostgreSQL's codes and SQLite's messages for what a database that is not migrated lacks. */
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
