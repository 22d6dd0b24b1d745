import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rowsOf } from '#server/platform/db/tables.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { SandboxDeps } from './service.ts'

const table = 'sandbox_messages'

function recipientIndex(cipher: FieldCipher, to: string): string {
  return cipher.index('sandbox_messages.to', to.trim().toLowerCase())
}

/** Keeps a «sent» message, encrypted. */
export async function insertMessage(db: Db, cipher: FieldCipher, message: SandboxMessage): Promise<void> {
  const { id, channel, at, to } = message
  const row = {
    ...{ id, channel, at: Date.parse(at), to_index: recipientIndex(cipher, to) },
    message: cipher.encrypt({ table, column: 'message', row: id }, JSON.stringify(message)),
  }
  await db.insertInto(table).values(row).execute()
}

/** The messages newest first, all or those to one recipient, at most `limit` of them. */
export async function listMessages(
  db: Db,
  cipher: FieldCipher,
  { to, limit }: { to?: string | undefined; limit?: number | undefined },
): Promise<SandboxMessage[]> {
  let query = db.selectFrom(table).select(['id', 'message']).orderBy('at', 'desc').orderBy('id')
  if (to !== undefined) query = query.where('to_index', '=', recipientIndex(cipher, to))
  if (limit !== undefined) query = query.limit(limit)
  const rows = await query.execute()
  return rows.flatMap(({ id, message }) => {
    const text = openOr(() => cipher.decrypt({ table, column: 'message', row: id }, message), undefined)
    return text === undefined ? [] : [JSON.parse(text)]
  })
}

/** Every message that opens, a page of them in memory at a time. */
export async function* allMessages(db: Db, cipher: FieldCipher): AsyncGenerator<SandboxMessage> {
  for await (const row of rowsOf(db, table)) {
    const id = String(row['id'])
    const place = { table, column: 'message', row: id }
    const text = openOr(() => cipher.decrypt(place, String(row['message'])), undefined)
    if (text !== undefined) yield { ...JSON.parse(text), id }
  }
}

const values = 'sandbox_books'

export interface StoredValue {
  json: string
  version: number
}

/** Where a value is stored; of its key, which may be personal, only a keyed index. */
export interface ValueKey {
  kind: string
  keyIndex: string
}

type StoreDeps = Pick<SandboxDeps, 'db' | 'cipher'>

function placeOf({ kind, keyIndex }: ValueKey): Place {
  return { table: values, column: 'page', row: `${kind}/${keyIndex}` }
}

export function valueKey(cipher: FieldCipher, kind: string, key: string): ValueKey {
  return { kind, keyIndex: cipher.index(`${values}.${kind}`, key) }
}

/** A value with its version; undefined where there is none or it has expired. */
export async function findValue(
  { db, cipher }: StoreDeps,
  key: ValueKey,
  now: number,
): Promise<StoredValue | undefined> {
  const row = await unexpired(db, key.kind, now)
    .select(['page', 'version'])
    .where('key_index', '=', key.keyIndex)
    .executeTakeFirst()
  if (!row) return undefined
  const json = openOr(() => cipher.decrypt(placeOf(key), row.page), undefined)
  return json === undefined ? undefined : { json, version: row.version }
}

function unexpired(db: Db, kind: string, now: number) {
  return db
    .selectFrom(values)
    .where('kind', '=', kind)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
}

/** The JSON of every value of a kind that has not expired, the newest first. */
export async function listValues({ db, cipher }: StoreDeps, kind: string, now: number): Promise<string[]> {
  const rows = await unexpired(db, kind, now)
    .select(['key_index as keyIndex', 'page'])
    .orderBy('created_at', 'desc')
    .orderBy('key_index')
    .execute()
  return rows.flatMap(({ keyIndex, page }) =>
    openOr(() => [cipher.decrypt(placeOf({ kind, keyIndex }), page)], []),
  )
}

/** Every value that decrypts, of every kind, as JSON. */
export async function* allValues(
  db: Db,
  cipher: FieldCipher,
): AsyncGenerator<ValueKey & { createdAt: number; json: string }> {
  for await (const row of rowsOf(db, values)) {
    const key = { kind: String(row['kind']), keyIndex: String(row['key_index']) }
    const json = openOr(() => cipher.decrypt(placeOf(key), String(row['page'])), undefined)
    if (json !== undefined) yield { ...key, createdAt: Number(row['created_at']), json }
  }
}

/** Inserts a value, in the place of an expired one; false where another is there. */
export async function insertValue(
  { db, cipher }: StoreDeps,
  key: ValueKey,
  { json, now, expiresAt = null }: { json: string; now: number; expiresAt: number | null | undefined },
): Promise<boolean> {
  await db
    .deleteFrom(values)
    .where('kind', '=', key.kind)
    .where('key_index', '=', key.keyIndex)
    .where('expires_at', '<=', now)
    .execute()
  const inserted = await db
    .insertInto(values)
    .values({
      ...{ kind: key.kind, key_index: key.keyIndex, version: 1, created_at: now, expires_at: expiresAt },
      page: cipher.encrypt(placeOf(key), json),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Overwrites the version that was read; false where that is no longer the stored one. */
export async function updateValue(
  { db, cipher }: StoreDeps,
  key: ValueKey,
  { json, version, expiresAt }: StoredValue & { expiresAt: number | undefined },
): Promise<boolean> {
  const updated = await db
    .updateTable(values)
    .set({
      page: cipher.encrypt(placeOf(key), json),
      version: version + 1,
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    })
    .where('kind', '=', key.kind)
    .where('key_index', '=', key.keyIndex)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return updated !== undefined
}
