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
 * A press on Verify: the version, language and hash of the text, the time (milliseconds), and the privacy notice on the
 * page if it named one.
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
 * A visitor's data between two requests, encrypted and deleted with the session. The full Aadhaar number is never
 * stored, only its keyed hash and last four digits.
 */
export const visitorData = z.object({
  /** A code from the Aadhaar provider; times in milliseconds. */
  aadhaarCode: z.optional(
    z.object({
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      sentAt: z.number(),
      resendAt: z.number(),
      expiresAt: z.number(),
      consent: consentGiven,
      /** The limits that counted the code, which are reduced again once it is entered. */
      uses: z.array(z.object({ rule: z.string(), index: z.string(), endsAt: z.number() })),
    }),
  ),
  /** A verified number and its holder. The photo is stored separately because of its size. */
  aadhaar: z.optional(
    z.object({
      /** The code that proved the number. */
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      person: aadhaarPerson,
      at: z.number(),
      consent: consentGiven,
    }),
  ),
  /** The phone that got our code. The state of the code is in `one_time_codes`. */
  phoneCode: z.optional(z.object({ phone: z.string(), consent: consentGiven })),
  phone: z.optional(z.object({ phone: z.string(), at: z.number(), consent: consentGiven })),
  /** The last mandate begun in this session. */
  mandate: z.optional(z.object({ transactionId: z.string() })),
  /** Text typed in step 1, for visitors whose browser stores nothing. */
  typed: z.optional(z.record(z.string(), z.string())),
  registration: z.optional(z.object({ id: z.string(), transactionId: z.string() })),
  /** Records opened in this session. */
  opened: z.array(z.string()),
  /** Records whose holder entered a code sent to the phone on record (LINK_STEP_UP). */
  steppedUp: z.array(z.string()),
})
export type VisitorData = z.infer<typeof visitorData>

export interface Visitor {
  /** Identifies the session in the server. It is not in the cookie and gives no access. */
  id: string
  data: VisitorData
}

export const emptyVisitor: VisitorData = { opened: [], steppedUp: [] }

/** Returns the id of the visitor's session if this phone was verified in it. */
export function ownSession(visitor: Visitor | undefined, phone: string): string | undefined {
  return visitor?.data.phone?.phone === phone ? visitor.id : undefined
}

/** Returns whether a visitor has verified an Aadhaar number or phone in this session. */
export function hasProven({ aadhaar, phone }: VisitorData): boolean {
  return aadhaar !== undefined || phone !== undefined
}

/** Milliseconds after the last use, and after the beginning, when a visitor's session ends. */
export const IDLE_MS = 30 * 60_000
export const LIFE_MS = 4 * 60 * 60_000

/** How long a replaced token may read, until the answer with the new one arrives. */
export const GRACE_MS = 15_000
/** The least time between two stored uses, so that frequent reads cause few writes. */
export const NOTE_USE_AFTER_MS = 15_000

export interface StoredSession {
  id: string
  usedAt: number
  data: VisitorData
  /** The hash of the current token. */
  hash: string
  /** Whether the session was found by a replaced token. */
  isEarlier: boolean
  /** Whether a replaced token may still be valid. */
  hasEarlier: boolean
}

function dataPlace(id: string): Place {
  return { table: 'sessions', column: 'data', row: id }
}

function photoPlace(id: string): Place {
  return { table: 'session_photos', column: 'photo', row: id }
}

/** The limits of a session. A session from a later time than now was made under a wrong clock. */
interface Lifetime {
  now: number
  idleMs: number
  lifeMs: number
}

/** Returns a condition: the session in `table`, of visitors or staff, has not expired. */
export function isOpen(table: string, { now, idleMs, lifeMs }: Lifetime): RawBuilder<boolean> {
  const since = (column: string, ms: number) =>
    sql`${sql.ref(`${table}.${column}`)} > ${now - ms} and ${sql.ref(`${table}.${column}`)} <= ${now + CLOCK_SLACK_MS}`
  return sql<boolean>`(${since('used_at', idleMs)} and ${since('created_at', lifeMs)})`
}

/** Returns a condition: the token opens the session in `table`, a replaced one only with `mayBeEarlier`. */
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
 * Returns the open session of a token. Data that cannot be decrypted or parsed counts as no session. `hold` locks the
 * row until the transaction ends and stores the use.
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

/** Stores the use of a session. A use of the current token ends the replaced one. */
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

/** Updates a session that the caller holds. `next` is a new token; the old one works until `earlierEndsAt`. */
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

/** Replaces the photo of a session; '' removes it. */
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

/** Yields every readable session, expired ones too, with one page in memory at a time. */
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

/** Ends all sessions with one of these records, except `but`, and also `others`. Returns how many. */
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

/** Ends all sessions and returns how many. */
export async function endAllSessions(db: Db): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows)
}
