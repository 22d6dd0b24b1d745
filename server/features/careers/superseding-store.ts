import { sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import type { VacancyCandidateRow } from '#server/platform/db/schema.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { announceFile } from '#server/platform/uploads/stored-documents.ts'
import { contactIndices, deleteRecords, recordNamed } from '#server/features/records/store.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { newId } from '#server/platform/ids.ts'
import { type Replacing, useLink } from './link-store.ts'

/** Ids of the applications that made room. */
interface Room {
  deleted: string[]
  superseded: string[]
  /** The vacancies of the earlier ones. */
  stood: VacancyCandidateRow[]
}

/**
 * Uses a token up and makes room for its owner's application, whose id is `by`, in the caller's transaction. Earlier
 * applications with the proven address are superseded if somebody at the desk has worked on them, and otherwise
 * deleted. Those with another address and the same phone stay, without their claim to the phone. Vacancies are passed
 * on only from applications whose own link was mailed and used. Returns undefined if the token was used meanwhile.
 */
export async function makeRoom(
  trx: Db,
  cipher: FieldCipher,
  { person, token: given, by, now }: Replacing & { by: string },
): Promise<Room | undefined> {
  const { email_claim, phone_claim } = contactIndices(cipher, 'applications', person)
  if (!(await useLink(trx, { token: given, now }))) return undefined
  // Locked from here on: whoever adds to a record at the desk locks its row too.
  const earlier = await trx
    .updateTable('records')
    .set({ superseded_by: by, email_claim: null, phone_claim: null })
    .where('email_claim', '=', email_claim)
    .returning(['id', 'email_proven'])
    .execute()
  const proven = earlier.filter(({ email_proven }) => email_proven === 1).map(({ id }) => id)
  const stood = trx
    .selectFrom('vacancy_candidates')
    .selectAll()
    .where('application_id', 'in', ['', ...proven])
  const room: Room = { deleted: [], superseded: [], stood: await stood.execute() }
  for (const { id } of earlier) room[(await isWorkedOn(trx, id)) ? 'superseded' : 'deleted'].push(id)
  for (const id of room.deleted) {
    room.superseded.push(...(await takeOver(trx, { from: id, to: by })))
    await deleteApplication(trx, { id, now })
  }
  await trx.updateTable('records').set({ phone_claim: null }).where('phone_claim', '=', phone_claim).execute()
  return room
}

/** Makes a stored application a candidate at the vacancies of those that it replaces, each at its stage. */
export async function takePlaces(
  trx: Db,
  { by, stood }: { by: string; stood: Room['stood'] },
): Promise<void> {
  if (stood.length === 0) return
  const rows = stood.map((row) => ({ ...row, id: newId(), application_id: by }))
  await trx
    .insertInto('vacancy_candidates')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['vacancy_id', 'application_id']).doNothing())
    .execute()
  const ids = stood.map(({ id }) => id)
  await trx.deleteFrom('vacancy_candidates').where('id', 'in', ids).execute()
}

/**
 * Returns whether staff worked on an application: status, assignment, note, mail, document or contact opened. Each of
 * these is an entry of the timeline by somebody of the staff.
 */
async function isWorkedOn(trx: Db, id: string): Promise<boolean> {
  const entry = trx.selectFrom('record_events').select('id').where('record_id', '=', id)
  return (await entry.where('staff_id', 'is not', null).executeTakeFirst()) !== undefined
}

/** Lets the next application supersede what a deleted one had superseded. */
async function takeOver(trx: Db, { from, to }: { from: string; to: string }): Promise<string[]> {
  const older = trx.updateTable('records').set({ superseded_by: to }).where('superseded_by', '=', from)
  return (await older.returning('id').execute()).map(({ id }) => id)
}

/** Adds to both timelines and to the audit log that a stored application superseded others. */
export async function noteSuperseded(
  trx: Db,
  cipher: FieldCipher,
  { by, superseded, now }: { by: string; superseded: readonly string[]; now: number },
): Promise<void> {
  const newer = await recordNamed(trx, by)
  const system = { at: now, staffId: null, kind: 'superseded' } as const
  for (const id of superseded) {
    const older = await recordNamed(trx, id)
    const on = (at: string) => ({ ...system, record: { kind: 'applications' as const, id: at } })
    await addRecordEvent(trx, cipher, { ...on(id), detail: { by: newer?.reference ?? '' } })
    await addRecordEvent(trx, cipher, { ...on(by), detail: { of: older?.reference ?? '' } })
    await appendAudit(
      trx,
      { action: 'supersede_application', actor: 'visitor', reference: older?.reference ?? null },
      now,
    )
  }
}

/** Returns the reference of what superseded an application; null if nothing did or that one is gone. */
export async function newerThan(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('records as older')
    .innerJoin('records as newer', 'newer.id', 'older.superseded_by')
    .select('newer.reference')
    .where('older.id', '=', id)
    .executeTakeFirst()
  return row?.reference ?? null
}

/** Returns the references of what an application superseded, oldest first. */
export async function supersededBy(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('records')
    .select('reference')
    .where('superseded_by', '=', id)
    .where('superseded_by', '<>', sql.lit(''))
    .orderBy('created_at')
    .execute()
  return rows.map(({ reference }) => reference)
}

/** Deletes an application and leaves its documents to the sweep. */
async function deleteApplication(trx: Db, { id, now }: { id: string; now: number }): Promise<void> {
  const documents = await trx
    .deleteFrom('application_files')
    .where('application_id', '=', id)
    .returning('id')
    .execute()
  for (const document of documents) await announceFile(trx, { id: document.id, now })
  await deleteRecords(trx, [id])
  await appendAudit(trx, { action: 'replace_application', actor: 'visitor', reference: id }, now)
}
