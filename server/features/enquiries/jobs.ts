import * as z from 'zod/mini'
import type { Language } from '#contract/messages/languages.ts'
import type { App } from '#server/context.ts'
import { dictionaries, say, writtenIn } from '#server/platform/requested-language.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import {
  atDesk,
  type AtDesk,
  oneLine,
  receiptMail,
  recordLines,
  recordTexts,
} from '#server/platform/message-text.ts'
import { findRecord, type OpenRecord } from '#server/features/records/store.ts'
import type { NotifyInbox, Mail } from '#server/providers/mail/port.ts'

/** Thirty attempts cover half a day without a mail server. */
export const notifyAgency: JobKind<{ enquiryId: string }> = {
  name: 'enquiries.notify-agency',
  record: 'enquiryId',
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

export const notifyPerson: JobKind<{ enquiryId: string }> = {
  name: 'enquiries.notify-person',
  record: 'enquiryId',
  payload: z.object({ enquiryId: z.string() }),
  maxAttempts: 30,
}

/** Mails a receipt to whoever sent an enquiry; nothing for one that was erased meanwhile. */
export function notifyPersonHandler({ db, cipher, config, mail }: App): JobHandler {
  return handle(notifyPerson, async ({ enquiryId: id }, jobId) => {
    const enquiry = await findRecord(db, cipher, { kind: 'enquiries', id })
    if (!enquiry) return { done: true }
    const about = received(enquiry.enquiry, writtenIn(enquiry.language, config.languages))
    const message = receiptMail('enquiryReceived', { ...enquiry, about }, config)
    return mailed(await mail.send({ id: jobId, to: enquiry.email, ...message }), 'person')
  })
}

/** The mail that notifies staff of an enquiry, as plain text. */
export function enquiryMail(
  enquiry: OpenRecord<'enquiries'>,
  desk: AtDesk,
): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const name = oneLine(enquiry.name)
  const mark = enquiry.suspect ? '[Suspect] ' : ''
  const suspicion = enquiry.suspect ? [`Marked as suspect: ${enquiry.suspect}`, ''] : []
  return {
    subject: `${mark}New enquiry from ${name}`,
    replyTo: { name, address: enquiry.email },
    text: [
      'An enquiry was sent from the contact form.',
      '',
      ...suspicion,
      ...recordLines(enquiry, desk),
      ...recordTexts(enquiry),
      '',
      'Answering this e-mail writes to the visitor.',
      'This enquiry at the desk:',
      `    ${desk.address}`,
    ].join('\n'),
  }
}

/** That an enquiry is there, and about which service, where it begins as that service's own link begins it. */
export function received(enquiry: string, language: Language): string {
  const services = Object.values(dictionaries[language].serviceTexts)
  const service = services.find(({ title }) =>
    enquiry.startsWith(say({ key: 'contactPage.about', values: { service: title } }, language)),
  )?.title
  return service === undefined
    ? say('receiptMessages.enquiry', language)
    : say({ key: 'receiptMessages.enquiryAbout', values: { service } }, language)
}
