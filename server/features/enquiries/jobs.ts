import * as z from 'zod/mini'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { atDesk } from '#server/platform/message-text.ts'
import { findRecord } from '#server/platform/records/store.ts'
import type { NotifyInbox } from '#server/providers/mail/port.ts'
import { enquiryMail } from './mail.ts'

/** Thirty attempts cover half a day without a mail server. */
export const notifyAgency: JobKind<{ enquiryId: string }> = {
  name: 'enquiries.tell-agency',
  payload: z.object({ enquiryId: z.string() }),
  maxAttempts: 30,
}

/** Mails an enquiry to the agency's inbox; nothing for one that was erased meanwhile. */
export function notifyAgencyHandler({ db, cipher, config }: App, notifyInbox: NotifyInbox): JobHandler {
  return handle(notifyAgency, async ({ enquiryId: id }, jobId) => {
    const enquiry = await findRecord(db, cipher, { kind: 'enquiries', id })
    if (!enquiry) return { done: true }
    const { createdAt } = enquiry
    const mail = enquiryMail(enquiry, atDesk(config.publicUrl, 'enquiries', enquiry))
    return notifyInbox({ id: jobId, ...mail }, { of: 'enquiries', createdAt })
  })
}
