import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rowsOf } from '#server/platform/db/tables.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

const table = 'sandbox_messages'
const toIndex = 'sandbox_messages.to'

function normalRecipient(to: string): string {
  return to.trim().toLowerCase()
}

/** Keeps «sent» messages, each encrypted to its row. */
export async function insertMessages(
  db: Db,
  cipher: FieldCipher,
  messages: readonly SandboxMessage[],
): Promise<void> {
  const rows = messages.map((message) => ({
    id: message.id,
    at: Date.parse(message.at),
    channel: message.channel,
    to_index: cipher.index(toIndex, normalRecipient(message.to)),
    message: cipher.encrypt({ table, column: 'message', row: message.id }, JSON.stringify(message)),
  }))
  await db.insertInto(table).values(rows).execute()
}

/** The messages newest first, all or those to one recipient, at most `limit` of them. */
export async function listMessages(
  db: Db,
  cipher: FieldCipher,
  wanted: { to?: string | undefined; limit?: number | undefined },
): Promise<SandboxMessage[]> {
  let query = db.selectFrom(table).select(['id', 'message']).orderBy('at', 'desc').orderBy('id')
  if (wanted.to !== undefined) {
    query = query.where('to_index', '=', cipher.index(toIndex, normalRecipient(wanted.to)))
  }
  if (wanted.limit !== undefined) query = query.limit(wanted.limit)
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

const books = 'sandbox_books'

/** One page of a simulator's books, as it lies there. */
export interface StoredPage {
  page: string
  version: number
}

export interface PageKey {
  kind: string
  keyIndex: string
}

function placeOf({ kind, keyIndex }: PageKey): Place {
  return { table: books, column: 'page', row: `${kind}/${keyIndex}` }
}

/** Where a key's page lies; the key itself may be personal and is not kept. */
export function pageKey(cipher: FieldCipher, kind: string, key: string): PageKey {
  return { kind, keyIndex: cipher.index(`${books}.${kind}`, key) }
}

/** A page's JSON with its version, or undefined when there is none that has not expired. */
export async function findPage(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  at: PageKey,
  now: number,
): Promise<StoredPage | undefined> {
  const row = await db
    .selectFrom(books)
    .select(['page', 'version'])
    .where('kind', '=', at.kind)
    .where('key_index', '=', at.keyIndex)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  if (!row) return undefined
  const page = openOr(() => cipher.decrypt(placeOf(at), row.page), undefined)
  return page === undefined ? undefined : { page, version: row.version }
}

/** The JSON of every page of a kind that has not expired, the newest first. */
export async function listPages(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  kind: string,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(books)
    .select(['key_index', 'page'])
    .where('kind', '=', kind)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('key_index')
    .execute()
  return rows.flatMap((row) =>
    openOr(() => [cipher.decrypt(placeOf({ kind, keyIndex: row.key_index }), row.page)], []),
  )
}

/** Every page that opens, whatever it is of, as JSON. */
export async function* allPages(
  db: Db,
  cipher: FieldCipher,
): AsyncGenerator<PageKey & { createdAt: number; page: string }> {
  for await (const row of rowsOf(db, books)) {
    const at = { kind: String(row['kind']), keyIndex: String(row['key_index']) }
    const page = openOr(() => cipher.decrypt(placeOf(at), String(row['page'])), undefined)
    if (page !== undefined) yield { ...at, createdAt: Number(row['created_at']), page }
  }
}

/** Adds a page where none is, an expired one making way; false when somebody else's is there. */
export async function insertPage(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  at: PageKey,
  added: { page: string; now: number; expiresAt: number | undefined },
): Promise<boolean> {
  await db.deleteFrom(books).where('expires_at', '<=', added.now).execute()
  const row = {
    kind: at.kind,
    key_index: at.keyIndex,
    page: cipher.encrypt(placeOf(at), added.page),
    version: 1,
    created_at: added.now,
    expires_at: added.expiresAt ?? null,
  }
  const answer = await db
    .insertInto(books)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return answer !== undefined
}

/** Writes a page over the version that was read; false when that is no longer the one there. */
export async function updatePage(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  at: PageKey,
  changed: { page: string; version: number; expiresAt: number | undefined },
): Promise<boolean> {
  const answer = await db
    .updateTable(books)
    .set({
      page: cipher.encrypt(placeOf(at), changed.page),
      version: changed.version + 1,
      ...(changed.expiresAt === undefined ? {} : { expires_at: changed.expiresAt }),
    })
    .where('kind', '=', at.kind)
    .where('key_index', '=', at.keyIndex)
    .where('version', '=', changed.version)
    .returning('version')
    .executeTakeFirst()
  return answer !== undefined
}
