import { freshBytes } from '#server/platform/ids.ts'
import { createFieldCipher, DATA_KEY_BYTES, openOr, type FieldCipher } from './field-cipher.ts'
import {
  type Db,
  type DatabaseHandle,
  openDatabase,
  serverPostgresLimits,
} from '#server/platform/db/client.ts'
import type { KeyCheckRow } from '#server/platform/db/schema.ts'
import { migrate, refuseOtherDatabase } from '#server/platform/db/migrate.ts'
import { localDataKey, StartError } from '#server/platform/data-folder.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** The current data key and, during a rotation, the previous one. */
export interface DataKeys {
  current: Uint8Array
  previous?: Uint8Array | undefined
}

/**
 * How the given keys fit a database. `right`: they fit. `next`: the current key is new and the previous one is the
 * database's. `behind`: another server has already registered a newer key. `unfinished`: values of a key that is not
 * given may remain. `wrong`: they do not fit.
 */
export type KeyState = 'right' | 'next' | 'behind' | 'unfinished' | 'wrong'

const table = 'key_check'

function encryptSecret(key: Uint8Array, row: KeyCheckRow['id'], secret: string): string {
  return createFieldCipher(key).encrypt({ table, column: 'index_secret', row }, secret)
}

/** Returns the index secret of a row; undefined when the key does not decrypt it. */
function secretOf(key: Uint8Array | undefined, row: KeyCheckRow | undefined): string | undefined {
  if (!key || !row) return undefined
  const place = { table, column: 'index_secret', row: row.id }
  return openOr(() => createFieldCipher(key).decrypt(place, row.index_secret), undefined)
}

function rowOf(rows: readonly KeyCheckRow[], id: KeyCheckRow['id']): KeyCheckRow | undefined {
  return rows.find((row) => row.id === id)
}

/** Returns how keys fit the rows of `key_check`. Without rows, every key is right. */
export function keyStateOf(rows: readonly KeyCheckRow[], { current, previous }: DataKeys): KeyState {
  const [own, old] = [rowOf(rows, 'current'), rowOf(rows, 'previous')]
  if (!own) return 'right'
  const opens = (key: Uint8Array | undefined, row: KeyCheckRow) => secretOf(key, row) !== undefined
  if (opens(current, own)) return !old || opens(previous, old) ? 'right' : 'unfinished'
  if (!opens(previous, own)) return 'wrong'
  if (!old) return 'next'
  return opens(current, old) ? 'behind' : 'unfinished'
}

export function keyRows(db: Db): Promise<KeyCheckRow[]> {
  return db.selectFrom(table).selectAll().execute()
}

/** Returns the cipher for a migrated database. Writes nothing; `registerKeys` does. */
export async function openFieldCipher(db: Db, { current, previous }: DataKeys): Promise<FieldCipher> {
  const own = rowOf(await keyRows(db), 'current')
  const secret = secretOf(current, own) ?? secretOf(previous, own)
  const indexSecret = secret === undefined ? undefined : Buffer.from(secret, 'base64url')
  return createFieldCipher(current, { previous, indexSecret })
}

/**
 * Registers keys: the first key becomes the database's own, and a new key replaces it while the previous one stays on
 * record until `finishRotation`. Keys that do not fit change nothing.
 */
export async function registerKeys(db: Db, keys: DataKeys, now: number): Promise<KeyState> {
  const secret = freshBytes(DATA_KEY_BYTES).toString('base64url')
  await db
    .insertInto(table)
    .values({ id: 'current', index_secret: encryptSecret(keys.current, 'current', secret), since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = keyStateOf(await keyRows(db), keys)
  if (state === 'next') await beginRotation(db, keys, now)
  return state
}

async function beginRotation(db: Db, { current, previous }: DataKeys, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const own = rowOf(await keyRows(trx), 'current')
    const secret = secretOf(previous, own)
    if (!own || !previous || secret === undefined) return
    // Only the first of several servers inserts this row.
    const noted = await trx
      .insertInto(table)
      .values({ ...own, id: 'previous', index_secret: encryptSecret(previous, 'previous', secret) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!noted) return
    const changed = { index_secret: encryptSecret(current, 'current', secret), since: now }
    await trx.updateTable(table).set(changed).where('id', '=', 'current').execute()
  })
}

/** Removes the previous key, once nothing is encrypted with it. */
export async function finishRotation(db: Db): Promise<void> {
  await db.deleteFrom(table).where('id', '=', 'previous').execute()
}

const keyErrors: Partial<Record<KeyState, string>> = {
  wrong:
    'DATA_KEY (or data.key in DATA_DIR) is not the key that encrypted this database: set that one, no other key can read it',
  unfinished:
    'DATA_KEY_PREVIOUS is not the previous key, which some values still need: set it until `ops rotate-key` has finished',
}

interface Settings {
  databaseUrl: string | undefined
  dataDir: string
  dataKey: Buffer | undefined
  dataKeyPrevious: Buffer | undefined
}

/** Migrates without time limits. */
async function migrateDatabase(settings: Settings): Promise<string[]> {
  const { db, close } = openDatabase(settings)
  try {
    await refuseOtherDatabase(db)
    return await migrate(db)
  } finally {
    await close()
  }
}

/** Opens and migrates the configured database. Throws `StartError` when `DATA_KEY` is not its key. */
export async function openWithKey(
  settings: Settings,
  { log, now }: { log: Log; now: number },
): Promise<{ database: DatabaseHandle; cipher: FieldCipher }> {
  const applied = await migrateDatabase(settings)
  const keys = {
    current: settings.dataKey ?? localDataKey(settings.dataDir),
    previous: settings.dataKeyPrevious,
  }
  const database = openDatabase({ ...settings, limits: serverPostgresLimits })
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

/** Returns the signing key that all processes share. It is created on first use and stored encrypted. */
export async function sharedKey(
  db: Db,
  cipher: FieldCipher,
  wanted: { id: string; now: number; make(): Promise<string> },
): Promise<string> {
  const at = { table: 'signing_keys', column: 'encrypted', row: wanted.id }
  const find = () =>
    db.selectFrom('signing_keys').select('encrypted').where('id', '=', wanted.id).executeTakeFirst()
  const known = await find()
  if (known) return cipher.decrypt(at, known.encrypted)
  const made = cipher.encrypt(at, await wanted.make())
  await db
    .insertInto('signing_keys')
    .values({ id: wanted.id, created_at: wanted.now, encrypted: made })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return cipher.decrypt(at, (await find())?.encrypted ?? made)
}
