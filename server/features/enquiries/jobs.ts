import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import { handle, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import type { NotifyInbox } from '#server/providers/mail/port.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { recordNamed } from '#server/platform/db/records.ts'
import { atDesk } from '#server/platform/message-text.ts'
import { enquiryMail } from './mail.ts'
import { findEnquiry } from './store.ts'

/** Thirty attempts cover half a day without a mail server. */
export const notifyAgency: JobKind<{ enquiryId: string }> = {
  name: 'enquiries.tell-agency',
  payload: z.object({ enquiryId: z.string() }),
  maxAttempts: 30,
}

/** Mails an enquiry to the agency's inbox; nothing for one that was erased meanwhile. */
export function notifyAgencyHandler(deps: {
  db: Db
  cipher: FieldCipher
  notifyInbox: NotifyInbox
  publicUrl: string
}): JobHandler {
  return handle(notifyAgency, async ({ enquiryId }, jobId) => {
    const enquiry = await findEnquiry(deps.db, deps.cipher, enquiryId)
    if (!enquiry) return { done: true }
    const { createdAt } = enquiry
    const named = await recordNamed(deps.db, 'enquiries', enquiryId)
    if (!named) return { done: true }
    const mail = enquiryMail(enquiry, atDesk(deps.publicUrl, 'enquiries', named))
    return deps.notifyInbox({ id: jobId, ...mail }, { of: 'enquiries', createdAt })
  })
}
