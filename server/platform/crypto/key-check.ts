import { freshBytes } from '#server/platform/ids.ts'
import { createFieldCipher, DATA_KEY_BYTES, openOr, type FieldCipher } from './field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { KeyCheckRow } from '#server/platform/db/schema.ts'

/** The data key that encrypts, and the previous one, which still decrypts during a rotation. */
export interface DataKeys {
  current: Uint8Array
  previous?: Uint8Array | undefined
}

/**
 * How keys stand to a database: `right`; `next`, where the current one is new and the previous one is the database's;
 * `behind`, where it is the other way round since another server began with the new one; `unfinished`, where values of
 * a key that is not given may be left; or `wrong`.
 */
export type KeyState = 'right' | 'next' | 'behind' | 'unfinished' | 'wrong'

const table = 'key_check'

function encryptSecret(key: Uint8Array, row: KeyCheckRow['id'], secret: string): string {
  return createFieldCipher(key).encrypt({ table, column: 'index_secret', row }, secret)
}

/** The secret that indices are made from, as a row keeps it; undefined where this is not the row's key. */
function secretOf(key: Uint8Array | undefined, row: KeyCheckRow | undefined): string | undefined {
  if (!key || !row) return undefined
  const place = { table, column: 'index_secret', row: row.id }
  return openOr(() => createFieldCipher(key).decrypt(place, row.index_secret), undefined)
}

function rowOf(rows: readonly KeyCheckRow[], id: KeyCheckRow['id']): KeyCheckRow | undefined {
  return rows.find((row) => row.id === id)
}

/** How the keys stand to the rows of `key_check`; a database without any takes every key. */
export function keyStateOf(rows: readonly KeyCheckRow[], { current, previous }: DataKeys): KeyState {
  const [own, old] = [rowOf(rows, 'current'), rowOf(rows, 'previous')]
  if (!own) return 'right'
  const opens = (key: Uint8Array | undefined, row: KeyCheckRow) => secretOf(key, row) !== undefined
  if (opens(current, own)) return !old || opens(previous, old) ? 'right' : 'unfinished'
  if (!opens(previous, own)) return 'wrong'
  if (!old) return 'next'
  return opens(current, old) ? 'behind' : 'unfinished'
}

/** The rows that `keyStateOf` is asked about. */
export function keyRows(db: Db): Promise<KeyCheckRow[]> {
  return db.selectFrom(table).selectAll().execute()
}

/** The cipher of these keys for a migrated database; writes nothing (see `registerKeys`). */
export async function openFieldCipher(db: Db, { current, previous }: DataKeys): Promise<FieldCipher> {
  const own = rowOf(await keyRows(db), 'current')
  const secret = secretOf(current, own) ?? secretOf(previous, own)
  const indexSecret = secret === undefined ? undefined : Buffer.from(secret, 'base64url')
  return createFieldCipher(current, { previous, indexSecret })
}

/**
 * Takes the keys for the database's: the first key to come is its own, and a new one takes the place of the one before,
 * which stays noted until `finishRotation`. Keys that do not fit change nothing.
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
    // The first of several servers writes this row, the others find it.
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

/** Forgets the previous key: nothing that it encrypted is left. */
export async function finishRotation(db: Db): Promise<void> {
  await db.deleteFrom(table).where('id', '=', 'previous').execute()
}
