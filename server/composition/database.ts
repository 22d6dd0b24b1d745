import type { Config } from '#server/config/config.ts'
import { type DatabaseHandle, openDatabase } from '#server/platform/db/client.ts'
import { type KeyStanding, openFieldCipher, takeKeys } from '#server/platform/crypto/key-check.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { adoptEarlierRecords } from '#server/platform/db/record-links.ts'
import { localDataKey, StartError } from '#server/platform/data-folder.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'

const refusals: Partial<Record<KeyStanding, string>> = {
  wrong:
    'DATA_KEY (or data.key in DATA_DIR) is not the key that sealed this database: set that one, nothing else can read it',
  unfinished:
    'DATA_KEY_PREVIOUS is not the key before: values that it sealed are left, so set it until `ops rotate-key` is through',
}

/**
 * Opens the database that the settings name, brings it to the newest schema and takes their keys for its own; throws
 * `StartError` where they are not.
 */
export async function createDatabase(
  config: Config,
  { log, now, tracing }: { log: Log; now: number; tracing?: Tracing | undefined },
): Promise<{ database: DatabaseHandle; cipher: FieldCipher }> {
  const keys = {
    current: config.dataKey ?? localDataKey(config.dataDir),
    previous: config.dataKeyPrevious,
  }
  const database = openDatabase({ ...config, tracing })
  const applied = await migrate(database.db)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const adopted = await adoptEarlierRecords(database.db)
  if (adopted > 0) log.info({ adopted }, 'records of an earlier version were given a reference')
  const standing = await takeKeys(database.db, keys, now)
  const refusal = refusals[standing]
  if (refusal !== undefined) throw new StartError(refusal)
  if (standing === 'next')
    log.info(
      'DATA_KEY encrypts from now on; run `ops rotate-key` to encrypt again what the previous key encrypted',
    )
  return { database, cipher: (await openFieldCipher(database.db, keys)).cipher }
}
