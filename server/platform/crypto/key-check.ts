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

/** The row of the key that encrypts now, and of the one before until nothing encrypted with it is left. */
const now = 'only'
const before = 'previous'

const table = 'key_check'

function place(row: string, column: 'sealed' | 'index_secret') {
  return { table, column, row }
}

function encryptMarker(key: Uint8Array, row: string): string {
  return createFieldCipher(key).encrypt(place(row, 'sealed'), 'the right key')
}

function opens(key: Uint8Array | undefined, row: Pick<KeyCheckRow, 'id' | 'sealed'>): boolean {
  const open = () => key && createFieldCipher(key).decrypt(place(row.id, 'sealed'), row.sealed)
  return openOr(open, undefined) !== undefined
}

/** How the keys stand to the rows of `key_check`; a database without any takes every key. */
export function keyStateOf(rows: readonly KeyCheckRow[], { current, previous }: DataKeys): KeyState {
  const [own, old] = [now, before].map((id) => rows.find((row) => row.id === id))
  if (!own) return 'right'
  if (opens(current, own)) return !old || opens(previous, old) ? 'right' : 'unfinished'
  if (!opens(previous, own)) return 'wrong'
  if (!old) return 'next'
  return opens(current, old) ? 'behind' : 'unfinished'
}

/** The rows that `keyStateOf` is asked about. */
export function keyRows(db: Db): Promise<KeyCheckRow[]> {
  return db.selectFrom(table).selectAll().execute()
}

/** The cipher of these keys for a migrated database, and how they stand to it; writes nothing (see `registerKeys`). */
export async function openFieldCipher(
  db: Db,
  keys: DataKeys,
): Promise<{ cipher: FieldCipher; standing: KeyState }> {
  const rows = await keyRows(db)
  const { current, previous } = keys
  const sealed = rows.find(({ id }) => id === now)?.index_secret
  const reader = createFieldCipher(current, { previous })
  const secret = sealed && openOr(() => reader.decrypt(place(now, 'index_secret'), sealed), undefined)
  const indexSecret = secret ? Buffer.from(secret, 'base64url') : undefined
  return { cipher: createFieldCipher(current, { previous, indexSecret }), standing: keyStateOf(rows, keys) }
}

/**
 * Takes the keys for the database's: the first key to come is its own, and a new one takes the place of the one before,
 * which stays noted until `finishRotation`. Keys that do not fit change nothing.
 */
export async function registerKeys(db: Db, keys: DataKeys, at: number): Promise<KeyState> {
  const { current } = keys
  const fresh = {
    id: now,
    sealed: encryptMarker(current, now),
    index_secret: encryptSecret(current, freshBytes(DATA_KEY_BYTES)),
    since: at,
  }
  await db
    .insertInto(table)
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const standing = keyStateOf(await keyRows(db), keys)
  if (standing === 'next') await beginRotation(db, keys, at)
  return standing
}

function encryptSecret(key: Uint8Array, secret: Uint8Array): string {
  return createFieldCipher(key).encrypt(place(now, 'index_secret'), Buffer.from(secret).toString('base64url'))
}

async function beginRotation(db: Db, keys: DataKeys, at: number): Promise<void> {
  const { current, previous } = keys
  if (!previous) return
  await db.transaction().execute(async (trx) => {
    // The first of several servers writes this row, the others find it.
    const noted = await trx
      .insertInto(table)
      .values({ id: before, sealed: encryptMarker(previous, before) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!noted) return
    const { index_secret: old } = await trx
      .selectFrom(table)
      .select('index_secret')
      .where('id', '=', now)
      .executeTakeFirstOrThrow()
    const secret = old && createFieldCipher(previous).decrypt(place(now, 'index_secret'), old)
    const sealed = secret ? encryptSecret(current, Buffer.from(secret, 'base64url')) : null
    const changed = { sealed: encryptMarker(current, now), index_secret: sealed, since: at }
    await trx.updateTable(table).set(changed).where('id', '=', now).execute()
  })
}

/** Forgets the key before: nothing that it encrypted is left. */
export async function finishRotation(db: Db): Promise<void> {
  await db.deleteFrom(table).where('id', '=', before).execute()
}
