import * as z from 'zod/mini'
import { languageCodes } from '#contract/messages/languages.ts'
import { aadhaarPerson } from '#contract/schemas/identity.ts'
import { consentVersions } from '#contract/schemas/notices.ts'
import { type RawBuilder, sql } from 'kysely'
import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { SessionRow } from '#server/platform/db/schema.ts'
import { rowsOf } from '#server/platform/db/tables.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/**
 * That somebody pressed Verify, after which words, and when (milliseconds); with the notice that the page showed, if it
 * named one, and the language and the hashes of the words.
 */
const consentGiven = z.object({
  version: z.enum(consentVersions),
  at: z.number(),
  notice: z.optional(z.string()),
  language: z.enum(languageCodes),
  sha256: z.string(),
  noticeSha256: z.optional(z.string()),
})

export type Consent = z.infer<typeof consentGiven>

/**
 * What the server keeps of a visitor between two requests, encrypted; all of it ends with the session.
 * The full Aadhaar number is not among it: its keyed index and its last four digits stand for it.
 */
export const visitorData = z.object({
  /** A code that the Aadhaar provider sent; times in milliseconds. */
  aadhaarCode: z.optional(
    z.object({
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      sentAt: z.number(),
      resendAt: z.number(),
      expiresAt: z.number(),
      consent: consentGiven,
      /** The counts that the code is in, and gives its place back to once it is entered. */
      uses: z.array(
        z.object({ rule: z.object({ name: z.string() }), index: z.string(), endsAt: z.number() }),
      ),
    }),
  ),
  /** A verified number and its holder; the photo is kept beside, since it is large. */
  aadhaar: z.optional(
    z.object({
      /** Of the code that proved it. */
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      person: aadhaarPerson,
      at: z.number(),
      consent: consentGiven,
    }),
  ),
  /** The phone a code of ours was sent to; the state of that code is in the table of codes. */
  phoneCode: z.optional(z.object({ phone: z.string(), consent: consentGiven })),
  phone: z.optional(z.object({ phone: z.string(), at: z.number(), consent: consentGiven })),
  /** The last mandate begun in this session. */
  mandate: z.optional(z.object({ transactionId: z.string() })),
  /** What was typed in step 1, of a visitor whose browser keeps nothing. */
  typed: z.optional(z.record(z.string(), z.string())),
  registration: z.optional(z.object({ id: z.string(), transactionId: z.string() })),
  /** Records opened by their id in this session. */
  opened: z.array(z.string()),
  /** Records whose holder entered a code sent to the phone on record (LINK_STEP_UP). */
  steppedUp: z.array(z.string()),
})
export type VisitorData = z.infer<typeof visitorData>

/** A visitor as a request finds them. */
export interface Visitor {
  /** Names the session inside the server; it opens nothing and is not in the cookie. */
  id: string
  data: VisitorData
}

export const emptyVisitor: VisitorData = { opened: [], steppedUp: [] }

/** The id of a visitor's session in which this phone was verified before. */
export function ownSession(visitor: Visitor | undefined, phone: string): string | undefined {
  return visitor?.data.phone?.phone === phone ? visitor.id : undefined
}

/** Whether a visitor has proven a number or a phone in this session. */
export function hasProven({ aadhaar, phone }: VisitorData): boolean {
  return aadhaar !== undefined || phone !== undefined
}

/** A visitor's session is over so long after its last use, and so long after its beginning. */
export const IDLE_MS = 30 * 60_000
export const LIFE_MS = 4 * 60 * 60_000

export interface StoredSession {
  id: string
  usedAt: number
  data: VisitorData
  /** Of the token that opens it now. */
  hash: string
  /** Whether it was found by the token that a newer one replaced. */
  isEarlier: boolean
  /** Whether a replaced token may still open it. */
  hasEarlier: boolean
}

function dataPlace(id: string): Place {
  return { table: 'sessions', column: 'data', row: id }
}

function photoPlace(id: string): Place {
  return { table: 'session_photos', column: 'photo', row: id }
}

/** A session is open between these spans; one that is stamped later than now is of a clock that stood ahead. */
interface Lifetime {
  now: number
  idleMs: number
  lifeMs: number
}

/** Whether the session in `table`, of visitors or of staff, is open. */
export function isOpen(table: string, { now, idleMs, lifeMs }: Lifetime): RawBuilder<boolean> {
  const since = (column: string, ms: number) =>
    sql`${sql.ref(`${table}.${column}`)} > ${now - ms} and ${sql.ref(`${table}.${column}`)} <= ${now + CLOCK_SLACK_MS}`
  return sql<boolean>`(${since('used_at', idleMs)} and ${since('created_at', lifeMs)})`
}

/** Whether the token of this hash opens the session in `table`; one that was replaced does for a moment, where it may. */
export function isOpenedBy(
  table: string,
  hash: string,
  { now, mayBeEarlier = true }: { now: number; mayBeEarlier?: boolean },
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const current = sql<boolean>`${column('hash')} = ${hash}`
  if (!mayBeEarlier) return current
  return sql<boolean>`(${current} or (${column('earlier_hash')} = ${hash} and ${column('earlier_ends_at')} > ${now}))`
}

/**
 * The open session that a token opens; one whose data does not decrypt, or is of another form, counts as none. `hold` locks
 * its row until the caller's transaction ends, and notes the use.
 */
export async function findSession(
  db: Db,
  cipher: FieldCipher,
  { hash, now, hold = false }: { hash: string; now: number; hold?: boolean },
): Promise<StoredSession | undefined> {
  const isFound = sql<boolean>`${isOpenedBy('sessions', hash, { now })}
    and ${isOpen('sessions', { now, idleMs: IDLE_MS, lifeMs: LIFE_MS })}`
  const query = hold
    ? db.updateTable('sessions').set({ used_at: now }).where(isFound).returningAll()
    : db.selectFrom('sessions').selectAll().where(isFound)
  const row = await query.executeTakeFirst()
  const data = row && dataOf(cipher, row)
  if (!data) return undefined
  const tokens = { hash: row.hash, isEarlier: row.hash !== hash, hasEarlier: row.earlier_hash !== null }
  return { id: row.id, usedAt: row.used_at, data, ...tokens }
}

function dataOf(cipher: FieldCipher, row: Pick<SessionRow, 'id' | 'data'>): VisitorData | undefined {
  const json = openOr(() => cipher.decrypt(dataPlace(row.id), row.data), undefined)
  return visitorData.safeParse(json === undefined ? undefined : JSON.parse(json)).data
}

/** Notes that a session was used now; by its own token, which ends the one before. */
export async function noteUse(db: Db, { id, hash, isEarlier }: StoredSession, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ used_at: now, ...(isEarlier ? {} : { earlier_hash: null, earlier_ends_at: null }) })
    .where('id', '=', id)
    .where('hash', '=', hash)
    .execute()
}

export async function insertSession(
  db: Db,
  cipher: FieldCipher,
  { id, now, hash, data }: { id: string; now: number; hash: string; data: VisitorData },
): Promise<void> {
  const row = { id, created_at: now, used_at: now, hash, earlier_hash: null, earlier_ends_at: null }
  const encrypted = cipher.encrypt(dataPlace(id), JSON.stringify(data))
  await db
    .insertInto('sessions')
    .values({ ...row, data: encrypted })
    .execute()
}

/** Writes the data of a session that the caller holds; with `next` another token opens it, and the one before until then. */
export async function updateSession(
  trx: Db,
  cipher: FieldCipher,
  { id, hash }: StoredSession,
  { data, next }: { data: VisitorData; next?: { hash: string; earlierEndsAt: number } | undefined },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({
      data: cipher.encrypt(dataPlace(id), JSON.stringify(data)),
      ...(next
        ? { hash: next.hash, earlier_hash: hash, earlier_ends_at: next.earlierEndsAt }
        : { earlier_hash: null, earlier_ends_at: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function findPhoto(db: Db, cipher: FieldCipher, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session_photos')
    .select('photo')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row && openOr(() => cipher.decrypt(photoPlace(sessionId), row.photo), undefined)
}

/** Keeps a photo in the place of any earlier one; an empty one removes it. */
export async function keepPhoto(
  db: Db,
  cipher: FieldCipher,
  { sessionId, photo }: { sessionId: string; photo: string },
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

/** Every session that opens, over or not, a page of them in memory at a time. */
export async function* allSessions(
  db: Db,
  cipher: FieldCipher,
): AsyncGenerator<{ id: string; createdAt: number; data: VisitorData }> {
  for await (const row of rowsOf(db, 'sessions')) {
    const id = String(row['id'])
    const data = dataOf(cipher, { id, data: String(row['data']) })
    if (data) yield { id, createdAt: Number(row['created_at']), data }
  }
}

function holds({ registration, opened, steppedUp }: VisitorData, records: readonly string[]): boolean {
  return [registration?.id, ...opened, ...steppedUp].some((id) => id !== undefined && records.includes(id))
}

/** Ends every session in which one of these records was made, opened or confirmed but that one, and `others` besides; answers how many. */
export async function endSessionsWith(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  records: readonly string[],
  { others = [], but }: { others?: readonly string[]; but?: string | undefined } = {},
): Promise<number> {
  const ids = new Set(others)
  for await (const { id, data } of allSessions(db, cipher))
    if (id !== but && holds(data, records)) ids.add(id)
  if (ids.size === 0) return 0
  const gone = await db
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Ends every session; answers how many. */
export async function endAllSessions(db: Db): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows)
}
