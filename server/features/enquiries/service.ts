import type { SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { notifyAgency } from './jobs.ts'
import { suspicions } from './rules.ts'
import { insertEnquiries } from './store.ts'

export interface EnquiryDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  /** Says that a job was enqueued and committed. */
  wakeWorker(): void
}

/** Stores an enquiry and the job that tells the agency, both or neither; resolves once they are on disk. */
export type SubmitEnquiry = (request: SendEnquiryRequest) => Promise<void>

export function createSubmitEnquiry({ db, cipher, clock, wakeWorker }: EnquiryDeps): SubmitEnquiry {
  return async ({ website, filledInMs, notice = null, ...written }) => {
    const suspect = suspicions({ website, filledInMs }).join(' ') || null
    const [id, now] = [newId(), clock.now()]
    await db.transaction().execute(async (trx) => {
      await insertEnquiries(trx, cipher, [{ ...written, id, createdAt: now, suspect, notice }])
      await enqueue(trx, notifyAgency, [{ payload: { enquiryId: id }, now }])
    })
    wakeWorker()
  }
}
