import type { Db } from '#server/platform/db/client.ts'

/** Whether a recruiter asked a person for a document that has not come yet. */
export async function isDocumentAsked(db: Db, recordId: string): Promise<boolean> {
  const open = db.selectFrom('document_requests').select('id').where('record_id', '=', recordId)
  return (await open.where('met_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Notes that what a person was asked for has come. */
export async function meetRequests(trx: Db, recordId: string, now: number): Promise<void> {
  await trx
    .updateTable('document_requests')
    .set({ met_at: now })
    .where('record_id', '=', recordId)
    .where('met_at', 'is', null)
    .execute()
}
