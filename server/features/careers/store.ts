import { type DocumentMark, documentMarks } from '#contract/schemas/documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ApplicationFileRow } from '#server/platform/db/schema.ts'
import { settleFiles, announceFile } from '#server/platform/uploads/stored-documents.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import {
  contactIndices,
  findRecord,
  holdRecords,
  insertRecords,
  type NewRecord,
  type OpenRecord,
  setDocuments,
} from '#server/features/records/store.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { todayInIndia } from '#contract/dates.ts'
import { idFor } from '#server/platform/crypto/digest.ts'

export interface StoredDocument {
  id: string
  field: string
  name: string
  kind: string
  size: number
  scan: ApplicationFileRow['scan']
  /** Active content that was found in the original. */
  marks: readonly DocumentMark[]
}

/** A document to be stored, with its text. */
export interface NewDocument extends StoredDocument {
  text: string
}

export type StoredApplication = OpenRecord<'applications'> & { documents: StoredDocument[] }
export type NewApplication = NewRecord<'applications'> & { documents: readonly NewDocument[] }

/** An application with the given e-mail or phone. */
export interface EarlierApplication {
  id: string
  createdAt: number
  same: 'both' | 'email' | 'phone'
  hasDocuments: boolean
}

/**
 * Returns the current applications with this e-mail or phone, newest first: one, or one of each. One without any
 * document was sent when there was no room, since the form requires one.
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
 * Adds to an application's timeline that its person applied again and was refused; once a day for each vacancy and
 * for none. Returns false if that entry exists. Only the vacancy is stored, since nobody proved who sent it.
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

/** Removes the claims of all other applications to this e-mail and phone. */
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

/** Returns the id of the current application with this e-mail address, if there is one. */
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

/** Returns the text of a document; empty if it has none. Throws `DecryptError` if it was altered. */
export async function textOfDocument(db: Db, cipher: FieldCipher, id: string): Promise<string> {
  const rows = db.selectFrom('application_files').select('content').where('id', '=', id)
  const row = await rows.executeTakeFirst()
  return row ? cipher.decrypt(at('content', id), row.content) : ''
}

/** Inserts an application with its documents; returns false if its e-mail or phone is taken. */
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

/** Returns the application of that id with its documents, or undefined. */
export async function findApplication(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<StoredApplication | undefined> {
  const application = await findRecord(db, cipher, { kind: 'applications', id })
  return application && { ...application, documents: await documentsOf(db, cipher, id) }
}

/** Returns the documents of an application by field; throws `DecryptError` if a name was altered. */
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

/** Replaces documents of an application by field; the old ones are swept from the storage. */
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

/** Returns which documents came with each of these applications, by field, without decrypting their names. */
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
