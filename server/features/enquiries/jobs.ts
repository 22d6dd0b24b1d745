import * as z from 'zod/mini'
import type { Language } from '#contract/messages/languages.ts'
import { workingDays } from '#contract/messages/with-values.ts'
import { mailKind, mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { dictionaries, say } from '#server/platform/requested-language.ts'
import { atDesk, type AtDesk, recordLines, recordTexts } from '#server/platform/mail-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { findRecord, type OpenRecord } from '#server/features/records/store.ts'
import type { Mail } from '#server/providers/mail/port.ts'

/** Tells the agency's inbox of an enquiry. */
export const notifyAgency = mailKind({
  name: 'enquiries.notify-agency',
  record: 'enquiryId',
  payload: z.object({ enquiryId: z.string() }),
  write: async ({ db, cipher, config }, { enquiryId: id }) => {
    const enquiry = await findRecord(db, cipher, { kind: 'enquiries', id })
    if (!enquiry) return notWanted
    const { createdAt } = enquiry
    const mail = enquiryMail(enquiry, atDesk(config.publicUrl, 'enquiries', enquiry))
    return { ...mail, counted: { of: 'enquiries', createdAt } }
  },
})

/** The receipt to the sender of an enquiry. */
export const notifyPerson = mailToPerson({
  name: 'enquiries.notify-person',
  record: 'enquiryId',
  payload: z.object({ enquiryId: z.string() }),
  write: async ({ record, language, mail }, _, { app }) => {
    const about = received(record.personal?.['enquiry'] ?? '', language)
    return mail('enquiryReceived', { about, days: say(workingDays(app.config.replyDays), language) })
  },
})

/** Returns the plain-text mail that tells staff of an enquiry. */
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

/** Returns that an enquiry was received, with the service if it begins as that service's link fills it in. */
export function received(enquiry: string, language: Language): string {
  const services = Object.values(dictionaries[language].serviceTexts)
  const service = services.find(({ title }) =>
    enquiry.startsWith(say({ key: 'contactPage.about', values: { service: title } }, language)),
  )?.title
  return service === undefined
    ? say('receiptMessages.enquiry', language)
    : say({ key: 'receiptMessages.enquiryAbout', values: { service } }, language)
}
