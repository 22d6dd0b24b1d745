import { type AtDesk, oneLine, recordLines, recordTexts } from '#server/platform/message-text.ts'
import type { OpenRecord } from '#server/platform/records/store.ts'
import type { Mail } from '#server/providers/mail/port.ts'

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
