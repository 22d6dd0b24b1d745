import type { Db } from '#server/platform/db/client.ts'
import { rowsOf } from '#server/platform/db/tables.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { visitorData, type VisitorData } from './visitor.ts'

export interface SessionStore {
  db: Db
  cipher: FieldCipher
}

/** Times before which a session is over: of its last use, and of its beginning; and the latest that either may bear. */
export interface Bounds {
  usedAfter: number
  createdAfter: number
  latest: number
}

export interface StoredSession {
  id: string
  usedAt: number
  version: number
  data: VisitorData
  /** When the token that led here stops being good; null for one that a visitor keeps. */
  tokenEndsAt: number | null
  /** How many tokens of this session are about to end. */
  ending: number
}

function dataPlace(id: string): Place {
  return { table: 'sessions', column: 'data', row: id }
}

function photoPlace(id: string): Place {
  return { table: 'session_photos', column: 'photo', row: id }
}

/** The living session that a token opens; one whose data does not open, or is of an earlier form, counts as none. */
export async function findSession(
  { db, cipher }: SessionStore,
  hash: string,
  at: Bounds & { now: number },
): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('session_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .select(['session.id', 'session.used_at', 'session.version', 'session.data', 'token.ends_at'])
    .select((of) =>
      of
        .selectFrom('session_tokens as other')
        .select((each) => each.fn.countAll<number>().as('count'))
        .whereRef('other.session_id', '=', 'session.id')
        .where('other.ends_at', 'is not', null)
        .as('ending'),
    )
    .where('token.hash', '=', hash)
    .where((where) => where.or([where('token.ends_at', 'is', null), where('token.ends_at', '>', at.now)]))
    .where('session.used_at', '>', at.usedAfter)
    .where('session.created_at', '>', at.createdAfter)
    .where('session.used_at', '<=', at.latest)
    .where('session.created_at', '<=', at.latest)
    .executeTakeFirst()
  if (!row) return undefined
  const json = openOr(() => cipher.decrypt(dataPlace(row.id), row.data), undefined)
  const { data } = visitorData.safeParse(json === undefined ? undefined : JSON.parse(json))
  if (!data) return undefined
  const { id, version } = row
  return { id, version, data, usedAt: row.used_at, tokenEndsAt: row.ends_at, ending: Number(row.ending) }
}

/** Notes that a session was used now. */
export async function touchSession({ db }: SessionStore, id: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ used_at: now }).where('id', '=', id).execute()
}

export async function insertSession(
  { db, cipher }: SessionStore,
  session: { id: string; data: VisitorData; now: number },
): Promise<void> {
  const { id, now } = session
  const data = cipher.encrypt(dataPlace(id), JSON.stringify(session.data))
  await db.insertInto('sessions').values({ id, created_at: now, used_at: now, version: 1, data }).execute()
}

/** Writes over the version that was read; false when that is no longer the one there. */
export async function updateSession(
  { db, cipher }: SessionStore,
  session: { id: string; version: number; data: VisitorData; now: number },
): Promise<boolean> {
  const { id, version, now } = session
  const data = cipher.encrypt(dataPlace(id), JSON.stringify(session.data))
  const row = await db
    .updateTable('sessions')
    .set({ data, version: version + 1, used_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertToken({ db }: SessionStore, sessionId: string, hash: string): Promise<void> {
  await db.insertInto('session_tokens').values({ hash, session_id: sessionId, ends_at: null }).execute()
}

/** Lets a token be good until then and no longer; one that ends already keeps its end. */
export async function endTokenAt({ db }: SessionStore, hash: string, endsAt: number): Promise<void> {
  await db
    .updateTable('session_tokens')
    .set({ ends_at: endsAt })
    .where('hash', '=', hash)
    .where('ends_at', 'is', null)
    .execute()
}

/** Removes the tokens of a session that were about to end. */
export async function dropEndingTokens({ db }: SessionStore, sessionId: string): Promise<void> {
  await db
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('ends_at', 'is not', null)
    .execute()
}

export async function findPhoto(
  { db, cipher }: SessionStore,
  sessionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('session_photos')
    .select('photo')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row && openOr(() => cipher.decrypt(photoPlace(sessionId), row.photo), undefined)
}

/** Keeps a photo in the place of any earlier one; an empty one removes it. */
export async function keepPhoto(
  { db, cipher }: SessionStore,
  sessionId: string,
  photo: string,
): Promise<void> {
  if (photo === '') {
    await db.deleteFrom('session_photos').where('session_id', '=', sessionId).execute()
    return
  }
  const encrypted = cipher.encrypt(photoPlace(sessionId), photo)
  await db
    .insertInto('session_photos')
    .values({ session_id: sessionId, photo: encrypted })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ photo: encrypted }))
    .execute()
}

/** Deletes every session that is over, with all that hangs on it, and tokens past their end; answers how many sessions. */
export async function deleteEnded(db: Db, at: Omit<Bounds, 'latest'> & { now: number }): Promise<number> {
  await db.deleteFrom('session_tokens').where('ends_at', '<=', at.now).execute()
  const gone = await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('used_at', '<=', at.usedAfter), where('created_at', '<=', at.createdAfter)]),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Every session that opens, over or not, a page of them in memory at a time. */
export async function* allSessions({
  db,
  cipher,
}: SessionStore): AsyncGenerator<{ id: string; createdAt: number; data: VisitorData }> {
  for await (const row of rowsOf(db, 'sessions')) {
    const id = String(row['id'])
    const json = openOr(() => cipher.decrypt(dataPlace(id), String(row['data'])), undefined)
    const { data } = visitorData.safeParse(json === undefined ? undefined : JSON.parse(json))
    if (data) yield { id, createdAt: Number(row['created_at']), data }
  }
}

function holds({ registration, opened, steppedUp }: VisitorData, records: readonly string[]): boolean {
  return [registration?.id, ...opened, ...steppedUp].some((id) => id !== undefined && records.includes(id))
}

/** Ends every session in which one of these records was made, opened or confirmed, and `others` besides; answers how many. */
export async function endSessionsWith(
  deps: SessionStore,
  records: readonly string[],
  others: readonly string[] = [],
): Promise<number> {
  const ids = new Set(others)
  for await (const { id, data } of allSessions(deps)) if (holds(data, records)) ids.add(id)
  if (ids.size === 0) return 0
  const gone = await deps.db
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Ends every session; answers how many. */
export async function endAllSessions(db: Db): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows)
}
