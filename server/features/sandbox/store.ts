import type { NewEntry, SandboxStore } from '#sandbox/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type FieldCipher, openOr, type Place } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rowsOf } from '#server/platform/db/tables.ts'

const table = 'sandbox_entries'

interface Deps {
  db: Db
  cipher: FieldCipher
  clock: Clock
}

/** Where an entry is stored. Its key, which may be personal, is stored only as a keyed index. */
export interface EntryKey {
  kind: string
  keyIndex: string
}

function placeOf({ kind, keyIndex }: EntryKey): Place {
  return { table, column: 'entry', row: `${kind}/${keyIndex}` }
}

/**
 * Creates the store of the sandbox's entries, encrypted in the database: processes that share it are one sandbox,
 * which survives restarts.
 */
export function createSandboxStore({ db, cipher, clock }: Deps): SandboxStore {
  const keyOf = (kind: string, key: string) => ({ kind, keyIndex: cipher.index(`${table}.${kind}`, key) })
  const aboutIndex = (kind: string, about: string) =>
    about === '' ? '' : cipher.index(`${table}.about.${kind}`, about)
  const unexpired = (kind: string) =>
    db.selectFrom(table).where('kind', '=', kind).where('expires_at', '>', clock.now())
  return {
    async read(kind, key) {
      const place = keyOf(kind, key)
      const row = await unexpired(kind)
        .select(['entry', 'version'])
        .where('key_index', '=', place.keyIndex)
        .executeTakeFirst()
      const json = row && openOr(() => cipher.decrypt(placeOf(place), row.entry), undefined)
      return json === undefined ? undefined : { json, version: row?.version ?? 0 }
    },
    async list(kind, { about, limit }) {
      let query = unexpired(kind)
        .select(['key_index as keyIndex', 'entry'])
        .orderBy('created_at', 'desc')
        .orderBy('key_index')
      if (about !== undefined) query = query.where('about_index', '=', aboutIndex(kind, about))
      if (limit !== undefined) query = query.limit(limit)
      return (await query.execute()).flatMap(({ keyIndex, entry }) =>
        openOr(() => [cipher.decrypt(placeOf({ kind, keyIndex }), entry)], []),
      )
    },
    write(kind, key, { json, about, expiresAt, version }) {
      const place = keyOf(kind, key)
      const values = {
        about_index: aboutIndex(kind, about),
        entry: cipher.encrypt(placeOf(place), json),
        expires_at: expiresAt,
      }
      return version === undefined
        ? insert(db, place, values, clock.now())
        : update(db, place, values, version)
    },
  }
}

interface Values {
  about_index: string
  entry: string
  expires_at: NewEntry['expiresAt']
}

/** Inserts an entry in place of an expired one; returns false if another exists. */
async function insert(db: Db, key: EntryKey, values: Values, now: number): Promise<boolean> {
  await db
    .deleteFrom(table)
    .where('kind', '=', key.kind)
    .where('key_index', '=', key.keyIndex)
    .where('expires_at', '<=', now)
    .execute()
  const inserted = await db
    .insertInto(table)
    .values({ kind: key.kind, key_index: key.keyIndex, ...values, version: 1, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Overwrites the version that was read; returns false if it is no longer the stored one. */
async function update(db: Db, key: EntryKey, values: Values, version: number): Promise<boolean> {
  const updated = await db
    .updateTable(table)
    .set({ ...values, version: version + 1 })
    .where('kind', '=', key.kind)
    .where('key_index', '=', key.keyIndex)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return updated !== undefined
}

/** Yields every readable entry of every kind as JSON, with one page in memory at a time. */
export async function* allEntries(
  db: Db,
  cipher: FieldCipher,
): AsyncGenerator<EntryKey & { createdAt: number; json: string }> {
  for await (const row of rowsOf(db, table)) {
    const key = { kind: String(row['kind']), keyIndex: String(row['key_index']) }
    const json = openOr(() => cipher.decrypt(placeOf(key), String(row['entry'])), undefined)
    if (json !== undefined) yield { ...key, createdAt: Number(row['created_at']), json }
  }
}
