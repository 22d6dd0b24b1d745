import * as z from 'zod/mini'
import { storedLanguage, type Language } from '#contract/messages/languages.ts'
import { openOr, type FieldCipher, type Place } from '#server/platform/crypto/field-cipher.ts'
import { tokenFor, tokenHash } from '#server/platform/crypto/digest.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PausedRegistrationRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { visitorData } from '#server/platform/sessions/store.ts'

const table = 'paused_registrations'

/** What was verified and typed, the Aadhaar record's photo, and where the link was sent. */
const pausedData = z.object({ email: z.string(), visitor: visitorData, photo: z.string() })
type PausedData = z.infer<typeof pausedData>

/** A registration that is continued later. */
interface Paused extends PausedData {
  id: string
  endsAt: number
  language: Language
  /** The token of its link. */
  token: string
}

/** Returns the index by which a phone's paused registration is found; a phone has at most one. */
function pausedIndex(cipher: Pick<FieldCipher, 'index'>, phone: string): string {
  return cipher.index(`${table}.phone`, phone)
}

function place(id: string): Place {
  return { table, column: 'data', row: id }
}

interface NewPaused {
  phone: string
  language: Language
  data: PausedData
  now: number
  endsAt: number
}

/** Stores a registration in place of any earlier one of this phone, whose link expires; returns its id. */
export async function putPaused(
  trx: Db,
  cipher: FieldCipher,
  { phone, language, data, now, endsAt }: NewPaused,
): Promise<string> {
  const id = newId()
  const row = {
    ...{ id, created_at: now, ends_at: endsAt, language },
    hash: tokenHash(tokenFor(cipher, table, id)),
    phone_index: pausedIndex(cipher, phone),
    data: cipher.encrypt(place(id), JSON.stringify(data)),
  }
  await trx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.column('phone_index').doUpdateSet(row))
    .execute()
  return id
}

/** Returns the paused registration of a link's token. */
export async function findPausedByToken(
  db: Db,
  cipher: FieldCipher,
  { token, now }: { token: string; now: number },
): Promise<Paused | undefined> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('hash', '=', tokenHash(token))
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row && open(cipher, row)
}

export async function findPausedById(
  db: Db,
  cipher: FieldCipher,
  { id, now }: { id: string; now: number },
): Promise<Paused | undefined> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row && open(cipher, row)
}

/** Decrypts a row; returns undefined if that fails or the data has another form. */
function open(cipher: FieldCipher, row: PausedRegistrationRow): Paused | undefined {
  const json = openOr(() => cipher.decrypt(place(row.id), row.data), undefined)
  const read = pausedData.safeParse(json === undefined ? undefined : JSON.parse(json))
  if (!read.success) return undefined
  const { id, ends_at: endsAt, language } = row
  return { ...read.data, id, endsAt, language: storedLanguage(language), token: tokenFor(cipher, table, id) }
}

/** Deletes a registration that is continued, in the caller's transaction; returns false if it was gone already. */
export async function takePaused(trx: Db, id: string): Promise<boolean> {
  const taken = await trx.deleteFrom(table).where('id', '=', id).returning('id').executeTakeFirst()
  return taken !== undefined
}

/** Deletes the paused registrations of these phones; returns how many. */
export async function deletePausedOf(
  db: Db,
  cipher: FieldCipher,
  phones: readonly string[],
): Promise<number> {
  if (phones.length === 0) return 0
  const indices = phones.map((phone) => pausedIndex(cipher, phone))
  const gone = await db.deleteFrom(table).where('phone_index', 'in', indices).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
