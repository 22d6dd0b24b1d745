import { type FieldCipher, unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordEventDetail } from './timeline-store.ts'

/** A document that a recruiter requested in their own words and that has not come yet. */
export interface OpenRequest {
  id: string
  document: string
  askedAt: number
}

/** Stores that staff requested a document, under the id of the mail's entry in the timeline, which names the document. */
export async function insertDocumentRequest(
  trx: Db,
  { id, recordId, now }: { id: string; recordId: string; now: number },
): Promise<void> {
  await trx
    .insertInto('document_requests')
    .values({ id, record_id: recordId, asked_at: now, met_at: null })
    .execute()
}

/** Returns what was requested from a person and has not come, oldest first. The request's mail names the document. */
export async function openRequests(db: Db, cipher: FieldCipher, recordId: string): Promise<OpenRequest[]> {
  const rows = await db
    .selectFrom('document_requests')
    .select(['id', 'asked_at'])
    .where('record_id', '=', recordId)
    .where('met_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async ({ id, asked_at: askedAt }) => {
      const detail = await unlessAltered(recordEventDetail(db, cipher, id))
      const { document = '' } = JSON.parse(detail?.['blanks'] ?? '{}') as Record<string, string>
      return { id, document, askedAt }
    }),
  )
}

/** Records that a requested document has come, if it had not. */
export async function meetRequest(
  trx: Db,
  { id, recordId, now }: { id: string; recordId: string; now: number },
): Promise<void> {
  await trx
    .updateTable('document_requests')
    .set({ met_at: now })
    .where('id', '=', id)
    .where('record_id', '=', recordId)
    .where('met_at', 'is', null)
    .execute()
}
