import type { SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { createBatcher } from '#server/platform/db/batch.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { origin, type Origin } from '#server/platform/http/request-context.ts'
import { notifyAgency } from './jobs.ts'
import { suspicions } from './rules.ts'
import { insertEnquiries, type StoredEnquiry } from './store.ts'

export interface EnquiryDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  /** Says that a job was enqueued and committed. */
  wakeWorker(): void
}

/** Enquiries that may share one commit. */
const BATCH = 64

/** Keeps an enquiry and the order to tell the agency, both or neither; resolves once they are on disk. */
export type SubmitEnquiry = (request: SendEnquiryRequest) => Promise<void>

/** Makes the one way in for enquiries; those that arrive together are committed together. */
export function createSubmitEnquiry(deps: EnquiryDeps): SubmitEnquiry {
  const { db, cipher, clock } = deps
  const keep = createBatcher<{ enquiry: StoredEnquiry; from: Origin }>(async (sent) => {
    await db.transaction().execute(async (trx) => {
      const enquiries = sent.map(({ enquiry }) => enquiry)
      await insertEnquiries(trx, cipher, enquiries)
      const jobs = sent.map(({ enquiry: { id, createdAt }, from }) => ({
        payload: { enquiryId: id },
        now: createdAt,
        from,
      }))
      await enqueue(trx, notifyAgency, jobs)
    })
    deps.wakeWorker()
  }, BATCH)
  return ({ website, filledInMs, notice = null, ...written }) => {
    const suspect = suspicions({ website, filledInMs }).join(' ') || null
    const enquiry = { ...written, id: newId(), createdAt: clock.now(), suspect, notice }
    return keep({ enquiry, from: origin() })
  }
}
