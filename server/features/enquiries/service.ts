import type { Language } from '#contract/messages/languages.ts'
import type { SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import type { App } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { newId } from '#server/platform/ids.ts'
import { idFor } from '#server/platform/crypto/digest.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { insertRecords, recordNamed } from '#server/features/records/store.ts'
import { notifyAgency, notifyPerson } from './jobs.ts'

/**
 * Stores an enquiry with the jobs that notify the agency and answer the sender, once for a page that sends it again.
 * Resolves after the commit, with its reference and whether it is new.
 */
export async function submitEnquiry(
  app: App,
  { website, filledInMs, notice, pageOpenedAt, ...written }: SendEnquiryRequest,
  { language, address }: { language: Language; address: string },
): Promise<{ isNew: boolean; reference: string }> {
  const { db, cipher, clock, strangerMails, wakeWorker } = app
  const suspect = suspicions({ website, filledInMs }).join(' ') || null
  const now = clock.now()
  const copy = JSON.stringify([pageOpenedAt, written])
  const id = pageOpenedAt === undefined ? newId() : idFor(cipher, 'enquiries', copy)
  const noticeShown = { notice: notice ?? null, noticeWords: noticeWords('enquiry', notice, language) }
  const stored = await db.transaction().execute(async (trx) => {
    const enquiry = { ...written, id, createdAt: now, suspect, language, ...noticeShown }
    const added = await insertRecords(trx, cipher, { kind: 'enquiries', records: [enquiry] })
    const { reference = '' } = (await recordNamed(trx, id)) ?? {}
    if (added.length === 0) return { isNew: false, reference }
    await enqueue(trx, notifyAgency, [{ payload: { enquiryId: id }, now }])
    await enqueueWebhooks(trx, { type: 'record.received', kind: 'enquiries', id }, now)
    // A program that fills the hidden field uses other people's addresses.
    const receipt = { of: 'enquiry', email: written.email, address } as const
    if (!website && (await strangerMails.mayGo(trx, receipt)))
      await enqueue(trx, notifyPerson, [{ payload: { enquiryId: id }, now }])
    return { isNew: true, reference }
  })
  wakeWorker()
  return stored
}

/** The shortest time in which a person fills in four fields, in milliseconds (docs/security.md, T35). */
export const FASTEST_PERSON_MS = 2000

type Suspicion = 'honeypot' | 'too-fast'

/** Returns why an enquiry looks automated; empty for a person's, and for a caller that sends no hints. */
export function suspicions(hints: {
  website?: string | undefined
  filledInMs?: number | undefined
}): Suspicion[] {
  const found: Suspicion[] = []
  if (hints.website) found.push('honeypot')
  if (hints.filledInMs !== undefined && hints.filledInMs < FASTEST_PERSON_MS) found.push('too-fast')
  return found
}
