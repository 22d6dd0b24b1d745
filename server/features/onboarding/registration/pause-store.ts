import * as z from 'zod/mini'
import { storedLanguage, type Language } from '#contract/messages/languages.ts'
import { openOr, type FieldCipher, type Place } from '#server/platform/crypto/field-cipher.ts'
import { tokenFor, tokenHash } from '#server/platform/crypto/digest.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PausedRegistrationRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { visitorData } from '#server/platform/sessions/store.ts'

const table = 'paused_registrations'

/** What a registration goes on with: what was verified and typed, the Aadhaar record's photo, and where its link went. */
const pausedData = z.object({ email: z.string(), visitor: visitorData, photo: z.string() })
type PausedData = z.infer<typeof pausedData>

/** A registration that is continued later. */
interface Paused extends PausedData {
  id: string
  endsAt: number
  language: Language
  /** Of the link that opens it. */
  token: string
}

/** By which a person's phone is found; one phone has one paused registration. */
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

/** Stores a registration in the place of any earlier one of this phone, whose link opens nothing any more; returns its id. */
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

/** The registration that a link's token opens now. */
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

/** One that does not decrypt, or is of another form, counts as none. */
function open(cipher: FieldCipher, row: PausedRegistrationRow): Paused | undefined {
  const json = openOr(() => cipher.decrypt(place(row.id), row.data), undefined)
  const read = pausedData.safeParse(json === undefined ? undefined : JSON.parse(json))
  if (!read.success) return undefined
  const { id, ends_at: endsAt, language } = row
  return { ...read.data, id, endsAt, language: storedLanguage(language), token: tokenFor(cipher, table, id) }
}

/** Uses a registration up, in the caller's transaction; false when that was done meanwhile. */
export async function takePaused(trx: Db, id: string): Promise<boolean> {
  const taken = await trx.deleteFrom(table).where('id', '=', id).returning('id').executeTakeFirst()
  return taken !== undefined
}

/** Deletes what waits for the holders of these phones; returns how many. */
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
