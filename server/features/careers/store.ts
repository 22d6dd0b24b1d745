import { type DocumentMark, documentMarks } from '#contract/schemas/documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ApplicationFileRow, VacancyCandidateRow } from '#server/platform/db/schema.ts'
import { settleFiles, announceFile } from '#server/platform/uploads/stored-documents.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import {
  contactIndices,
  findRecord,
  holdRecords,
  insertRecords,
  type NewRecord,
  type OpenRecord,
  deleteRecords,
  recordNamed,
  setDocuments,
} from '#server/features/records/store.ts'
import { sql } from 'kysely'
import { appendAudit } from '#server/platform/audit/log.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { todayInIndia } from '#contract/dates.ts'
import { idFor } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'
import { type Replacing, useLink } from './link-store.ts'

export interface StoredDocument {
  id: string
  field: string
  name: string
  kind: string
  size: number
  scan: ApplicationFileRow['scan']
  /** What was found in it that acts once the original is opened. */
  marks: readonly DocumentMark[]
}

/** One that is being stored, with its words. */
export interface NewDocument extends StoredDocument {
  text: string
}

export type StoredApplication = OpenRecord<'applications'> & { documents: StoredDocument[] }
export type NewApplication = NewRecord<'applications'> & { documents: readonly NewDocument[] }

/** An application under an e-mail or a phone that another one names. */
export interface EarlierApplication {
  id: string
  createdAt: number
  same: 'both' | 'email' | 'phone'
  hasDocuments: boolean
}

/**
 * The applications of this e-mail or this phone which none superseded, the newest first: one, or one of each. One without any
 * document came while there was no room for them, since the form asks for one.
 */
export async function earlierApplications(
  db: Db,
  cipher: FieldCipher,
  person: { email: string; phone: string },
): Promise<EarlierApplication[]> {
  const claimed = contactIndices(cipher, 'applications', person)
  const rows = await db
    .selectFrom('records')
    .select(['id', 'created_at', 'email_claim', 'phone_claim', 'documents'])
    .where((e) =>
      e.or([e('email_claim', '=', claimed.email_claim), e('phone_claim', '=', claimed.phone_claim)]),
    )
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ id, created_at: createdAt, email_claim, phone_claim, documents }) => {
    const isEmail = email_claim === claimed.email_claim
    const isBoth = isEmail && phone_claim === claimed.phone_claim
    const same = isBoth ? 'both' : isEmail ? 'email' : 'phone'
    return { id, createdAt, same, hasDocuments: documents > 0 }
  })
}

/**
 * Says in the timeline of an application that its person applied again and was refused, once a day for each vacancy and
 * without it; false where that is said already. Of what was sent only the vacancy is kept: nobody has proven who sent it.
 */
export async function noteAgain(
  trx: Db,
  cipher: FieldCipher,
  { earlier, vacancy, now }: { earlier: EarlierApplication; vacancy: string; now: number },
): Promise<boolean> {
  const { id, same } = earlier
  const [held] = await holdRecords(trx, 'applications', { ids: [id] })
  if (!held) return false
  const eventId = idFor(cipher, 'applied_again', `${id}|${vacancy}|${todayInIndia(now)}`)
  const about = { record: { kind: 'applications' as const, id }, at: now, staffId: null }
  return addRecordEvent(trx, cipher, { ...about, id: eventId, kind: 'again', detail: { vacancy, same } })
}

/** Takes from every other application its claim to this e-mail and phone. */
export async function releaseClaims(
  trx: Db,
  cipher: FieldCipher,
  { id, ...contact }: { id: string; email: string; phone: string },
): Promise<void> {
  const claimed = contactIndices(cipher, 'applications', contact)
  for (const column of ['email_claim', 'phone_claim'] as const)
    await trx
      .updateTable('records')
      .set({ [column]: null })
      .where(column, '=', claimed[column])
      .where('id', '<>', id)
      .execute()
}

/** The id of the application that has this e-mail address, where one does that none superseded. */
export async function applicationAt(db: Db, cipher: FieldCipher, email: string): Promise<string | undefined> {
  const { email_claim } = contactIndices(cipher, 'applications', { email, phone: '' })
  const row = db.selectFrom('records').select('id').where('email_claim', '=', email_claim)
  return (await row.executeTakeFirst())?.id
}

function at(column: 'name' | 'content', id: string) {
  return { table: 'application_files', column, row: id }
}

function rowOf(
  cipher: FieldCipher,
  applicationId: string,
  { marks, text, ...document }: NewDocument,
): ApplicationFileRow {
  const { id, name } = document
  return {
    ...document,
    application_id: applicationId,
    name: cipher.encrypt(at('name', id), name),
    marks: marks.join(' '),
    content: cipher.encrypt(at('content', id), text),
  }
}

/** The words in a document; empty where it has none. Throws `DecryptError` where they were altered. */
export async function textOfDocument(db: Db, cipher: FieldCipher, id: string): Promise<string> {
  const rows = db.selectFrom('application_files').select('content').where('id', '=', id)
  const row = await rows.executeTakeFirst()
  return row ? cipher.decrypt(at('content', id), row.content) : ''
}

/** Inserts an application with its documents; false when that e-mail or phone was there first. */
export async function insertApplication(
  db: Db,
  cipher: FieldCipher,
  { documents, ...application }: NewApplication,
): Promise<boolean> {
  const fields = documents.map(({ field }) => field)
  const record = { ...application, documentFields: fields as NewRecord<'applications'>['documentFields'] }
  const [id] = await insertRecords(db, cipher, { kind: 'applications', records: [record] })
  if (id === undefined) return false
  const rows = documents.map((document) => rowOf(cipher, id, document))
  if (rows.length > 0) await db.insertInto('application_files').values(rows).execute()
  await settleFiles(
    db,
    rows.map((row) => row.id),
  )
  return true
}

/** The application of that id with its documents, or undefined. */
export async function findApplication(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<StoredApplication | undefined> {
  const application = await findRecord(db, cipher, { kind: 'applications', id })
  return application && { ...application, documents: await documentsOf(db, cipher, id) }
}

/** The documents of an application, by their fields; throws `DecryptError` where a name was altered. */
export async function documentsOf(
  db: Db,
  cipher: FieldCipher,
  applicationId: string,
): Promise<StoredDocument[]> {
  const rows = await db
    .selectFrom('application_files')
    .select(['id', 'field', 'name', 'kind', 'size', 'scan', 'marks'])
    .where('application_id', '=', applicationId)
    .orderBy('field')
    .execute()
  return rows.map((row) => ({
    ...row,
    name: cipher.decrypt(at('name', row.id), row.name),
    marks: documentMarks.filter((mark) => row.marks.split(' ').includes(mark)),
  }))
}

/** Puts documents into the place of those that an application has in their fields, which are swept from the storage. */
export async function replaceDocuments(
  trx: Db,
  cipher: FieldCipher,
  {
    applicationId,
    documents,
    now,
  }: { applicationId: string; documents: readonly NewDocument[]; now: number },
): Promise<void> {
  const fields = documents.map(({ field }) => field)
  const before = await trx
    .deleteFrom('application_files')
    .where('application_id', '=', applicationId)
    .where('field', 'in', fields)
    .returning('id')
    .execute()
  for (const { id } of before) await announceFile(trx, { id, now })
  const rows = documents.map((document) => rowOf(cipher, applicationId, document))
  await trx.insertInto('application_files').values(rows).execute()
  await settleFiles(
    trx,
    rows.map(({ id }) => id),
  )
  const there = await documentsOf(trx, cipher, applicationId)
  await setDocuments(
    trx,
    applicationId,
    there.map(({ field }) => field),
  )
}

/** Which documents came with each of these applications, by their fields; their names stay encrypted. */
export async function filesSentWith(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, Pick<ApplicationFileRow, 'field' | 'kind' | 'scan'>[]>> {
  if (applicationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('application_files')
    .select(['application_id', 'field', 'kind', 'scan'])
    .where('application_id', 'in', applicationIds)
    .orderBy('field')
    .execute()
  return Map.groupBy(rows, (row) => row.application_id)
}

/** What made room: ids of applications. */
interface Room {
  deleted: string[]
  superseded: string[]
  /** Where the earlier ones stood at vacancies. */
  stood: VacancyCandidateRow[]
}

/**
 * Uses a token up and makes room for its owner's application, whose id is `by`, in the caller's transaction. What came under
 * the proven address is superseded where somebody at the desk has worked on it, and deleted where nobody has. What came
 * under another address with the same phone stays, without its claim to the phone. Where one stood whose address nobody has
 * proven says nothing of the owner. Undefined when the token was used meanwhile.
 */
export async function makeRoom(
  trx: Db,
  cipher: FieldCipher,
  { person, token: given, by, now }: Replacing & { by: string },
): Promise<Room | undefined> {
  const { email_claim, phone_claim } = contactIndices(cipher, 'applications', person)
  if (!(await useLink(trx, { token: given, now }))) return undefined
  // Held from here on: who adds to a record at the desk holds its row too, and is waited for.
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

/** Sets an application, once it is stored, where those stood at vacancies whose place it takes, each at its stage. */
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
 * Whether somebody at the desk did anything with an application: a status, an assignment, a note, a mail, a document or
 * the contact opened. Each of these is an entry of the timeline by one of the staff.
 */
async function isWorkedOn(trx: Db, id: string): Promise<boolean> {
  const entry = trx.selectFrom('record_events').select('id').where('record_id', '=', id)
  return (await entry.where('staff_id', 'is not', null).executeTakeFirst()) !== undefined
}

/** What an application superseded is superseded by the next one, once that application goes. */
async function takeOver(trx: Db, { from, to }: { from: string; to: string }): Promise<string[]> {
  const older = trx.updateTable('records').set({ superseded_by: to }).where('superseded_by', '=', from)
  return (await older.returning('id').execute()).map(({ id }) => id)
}

/** Says in both timelines, and in the audit log, that an application superseded others; once it is stored. */
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

/** The reference of what superseded an application; null where nothing did, or that one is gone. */
export async function newerThan(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('records as older')
    .innerJoin('records as newer', 'newer.id', 'older.superseded_by')
    .select('newer.reference')
    .where('older.id', '=', id)
    .executeTakeFirst()
  return row?.reference ?? null
}

/** The references of what an application superseded, oldest first. */
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

/** Its documents are announced, so that the sweep removes them from the storage. */
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
