import { hasRowLocks } from '#server/platform/db/locks.ts'
import { failedStatuses } from '#contract/schemas/mandates.ts'
import { camelRow, type CamelRow, snakeRow } from '#server/platform/db/camel-row.ts'
import { inPages } from '#server/platform/db/pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ConsentRow, ExecutiveRow, RecordRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { type FieldCipher, readable } from '#server/platform/crypto/field-cipher.ts'
import {
  deleteRecords,
  insertRecords,
  type Listing,
  type NewRecord,
  openRecord,
  type OpenRecord,
  recordsOf,
} from '#server/features/records/store.ts'

/** A registered person: the record, with the columns that only this kind has. */
export type Executive = OpenRecord<'executives'> & CamelRow<ExecutiveRow>
export type Consent = Omit<ConsentRow, 'id' | 'executive_id'>

const table = 'executives' as const

export type NewExecutive = NewRecord<'executives'> &
  Pick<Executive, 'aadhaarIndex' | 'photoFile' | 'mandateId'> & { consents: readonly Consent[] }

/** Inserts a person with their consents; returns false if that number, phone or mandate is registered already. */
export async function insertExecutive(
  trx: Db,
  cipher: FieldCipher,
  { consents, aadhaarIndex, photoFile, mandateId, ...person }: NewExecutive,
): Promise<boolean> {
  const { id } = person
  const [inserted] = await insertRecords(trx, cipher, { kind: table, records: [person] })
  if (inserted === undefined) return false
  const own = { id, aadhaarIndex, photoFile, mandateId }
  const taken = await trx
    .insertInto(table)
    .values(snakeRow<ExecutiveRow>(own))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) {
    await deleteRecords(trx, [id])
    return false
  }
  const rows = consents.map((consent) => ({ ...consent, id: newId(), executive_id: id }))
  await trx.insertInto('consents').values(rows).execute()
  return true
}

/** Returns people in the order of the given record rows. */
async function openPeople(
  db: Db,
  records: readonly RecordRow[],
): Promise<{ id: string; open(cipher: FieldCipher): Executive }[]> {
  if (records.length === 0) return []
  const ids = records.map(({ id }) => id)
  const rows = await db.selectFrom(table).selectAll().where('id', 'in', ids).execute()
  const own = new Map(rows.map((row) => [row.id, camelRow<ExecutiveRow>(row)]))
  return records.flatMap((record) => {
    const { id } = record
    const person = own.get(id)
    if (!person) return []
    return [{ id, open: (cipher) => ({ ...openRecord<'executives'>(cipher, record), ...person }) }]
  })
}

export async function findExecutive(db: Db, cipher: FieldCipher, id: string): Promise<Executive | undefined> {
  const rows = await recordsOf(db, table).where('records.id', '=', id).execute()
  return (await openPeople(db, rows))[0]?.open(cipher)
}

/** Returns the id of a person's stored picture, a JPEG. */
export async function photoFileOf(db: Db, id: string): Promise<string> {
  const row = db.selectFrom(table).select('photo_file').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).photo_file
}

/** Returns what a person agreed to, oldest first. */
export function consentsOf(db: Db, executiveId: string): Promise<Consent[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'version', 'language', 'words_sha256'])
    .select(['given_at', 'verified_at', 'notice_version', 'notice_sha256'])
    .where('executive_id', '=', executiveId)
    .orderBy('given_at')
    .execute()
}

/** Returns whether somebody with this number is registered, or somebody else with this phone. */
export async function takenBy(
  db: Db,
  cipher: FieldCipher,
  person: { aadhaarIndex: string; phone: string },
): Promise<'same person' | 'same phone' | undefined> {
  const rows = await db
    .selectFrom(table)
    .innerJoin('records', 'records.id', 'executives.id')
    .select('aadhaar_index')
    .where((e) =>
      e.or([
        e('aadhaar_index', '=', person.aadhaarIndex),
        e('phone_claim', '=', cipher.index('executives.phone', person.phone)),
      ]),
    )
    .execute()
  if (rows.length === 0) return undefined
  return rows.some((row) => row.aadhaar_index === person.aadhaarIndex) ? 'same person' : 'same phone'
}

/** Returns those of these people whose mandate failed. */
export async function withFailedMandate(
  db: Db,
  cipher: FieldCipher,
  ids: readonly string[],
): Promise<Executive[]> {
  if (ids.length === 0) return []
  const rows = await recordsOf(db, table)
    .where('records.id', 'in', ids)
    .where('mandate_status', 'in', failedStatuses)
    .execute()
  return (await openPeople(db, rows)).map(({ open }) => open(cipher))
}

/** Replaces a record's mandate if it failed; returns whether it was replaced. */
export async function replaceFailedMandate(
  trx: Db,
  { executiveId, mandateId }: { executiveId: string; mandateId: string },
): Promise<boolean> {
  const replaced = await trx
    .updateTable(table)
    .set({ mandate_id: mandateId })
    .where('id', '=', executiveId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('mandates')
          .select('mandates.id')
          .whereRef('mandates.id', '=', 'executives.mandate_id')
          .where('mandates.status', 'in', failedStatuses),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Yields people oldest first from `since` (milliseconds). Those that cannot be decrypted go to `unreadable`. */
export async function* listExecutives(
  db: Db,
  cipher: FieldCipher,
  { since, unreadable }: Listing,
): AsyncGenerator<Executive> {
  for await (const rows of inPages(recordsOf(db, table), since))
    yield* readable(await openPeople(db, rows), ({ open }) => open(cipher), unreadable)
}

/** Locks these people until the transaction ends, so that nobody adds rows that refer to them. */
export async function lockExecutives(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !hasRowLocks(trx)) return
  await trx.selectFrom('executives').select('id').where('id', 'in', ids).forUpdate().execute()
}
