import { type DatabaseHandle, openDatabase, serverPostgresLimits } from '#server/platform/db/client.ts'
import { type KeyState, openFieldCipher, registerKeys } from '#server/platform/crypto/key-check.ts'
import { migrate, refuseOtherDatabase } from '#server/platform/db/migrate.ts'
import { localDataKey, StartError } from '#server/platform/data-folder.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Tracing } from '#server/platform/observability/request-context.ts'

const keyErrors: Partial<Record<KeyState, string>> = {
  wrong:
    'DATA_KEY (or data.key in DATA_DIR) is not the key that encrypted this database: set that one, no other key can read it',
  unfinished:
    'DATA_KEY_PREVIOUS is not the previous key: values that it encrypted are left, so set it until `ops rotate-key` has finished',
}

interface Settings {
  databaseUrl: string | undefined
  dataDir: string
  dataKey: Buffer | undefined
  dataKeyPrevious: Buffer | undefined
}

/** A migration may take longer than any statement of a server. */
async function migrateDatabase(settings: Settings): Promise<string[]> {
  const { db, close } = openDatabase(settings)
  try {
    await refuseOtherDatabase(db)
    return await migrate(db)
  } finally {
    await close()
  }
}

/** Opens and migrates the database that the settings name; throws `StartError` where `DATA_KEY` is not its key. */
export async function openWithKey(
  settings: Settings,
  { log, now, tracing }: { log: Log; now: number; tracing?: Tracing | undefined },
): Promise<{ database: DatabaseHandle; cipher: FieldCipher }> {
  const applied = await migrateDatabase(settings)
  const keys = {
    current: settings.dataKey ?? localDataKey(settings.dataDir),
    previous: settings.dataKeyPrevious,
  }
  const database = openDatabase({ ...settings, tracing, limits: serverPostgresLimits })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const state = await registerKeys(database.db, keys, now)
  const keyError = keyErrors[state]
  if (keyError !== undefined) throw new StartError(keyError)
  if (state === 'next')
    log.info(
      'DATA_KEY encrypts from now on; run `ops rotate-key` to re-encrypt what the previous key encrypted',
    )
  return { database, cipher: await openFieldCipher(database.db, keys) }
}
