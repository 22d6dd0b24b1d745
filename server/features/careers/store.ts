import type { Db } from '#server/platform/db/client.ts'
import type { ApplicationFileRow } from '#server/platform/db/schema.ts'
import { settleFiles } from '#server/platform/db/tables.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import {
  contactIndices,
  findRecord,
  insertRecords,
  type NewRecord,
  type OpenRecord,
} from '#server/platform/records/store.ts'

export interface StoredDocument {
  id: string
  field: string
  name: string
  kind: string
  size: number
  scan: ApplicationFileRow['scan']
}

export type StoredApplication = OpenRecord<'applications'> & { documents: StoredDocument[] }
export type NewApplication = NewRecord<'applications'> & { documents: readonly StoredDocument[] }

/**
 * The application of this e-mail or this phone which none superseded, the newest first; `isBoth` where it has both. One
 * without any document came while there was no room for them, since the form asks for one.
 */
export async function earlierApplication(
  db: Db,
  cipher: FieldCipher,
  person: { email: string; phone: string },
): Promise<{ createdAt: number; isBoth: boolean; hasDocuments: boolean } | undefined> {
  const { email_index, phone_index } = contactIndices(cipher, 'applications', person)
  const row = await db
    .selectFrom('records')
    .select(['created_at', 'email_claim', 'phone_claim', 'documents'])
    .where((e) => e.or([e('email_claim', '=', email_index), e('phone_claim', '=', phone_index)]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!row) return undefined
  const isBoth = row.email_claim === email_index && row.phone_claim === phone_index
  return { createdAt: row.created_at, isBoth, hasDocuments: row.documents > 0 }
}

function nameAt(id: string) {
  return { table: 'application_files', column: 'name', row: id }
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
  const rows = documents.map((document) => ({
    ...document,
    application_id: id,
    name: cipher.encrypt(nameAt(document.id), document.name),
  }))
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
    .select(['id', 'field', 'name', 'kind', 'size', 'scan'])
    .where('application_id', '=', applicationId)
    .orderBy('field')
    .execute()
  return rows.map((row) => ({ ...row, name: cipher.decrypt(nameAt(row.id), row.name) }))
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
