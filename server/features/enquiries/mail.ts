import { type AtDesk, inIndia, indented, oneLine, readsLine } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import type { StoredEnquiry } from './store.ts'

/**
 * The mail that notifies staff of an enquiry, as plain text. What the visitor wrote is indented under our own headings,
 * so that it cannot be taken for one of them.
 */
export function enquiryMail(
  enquiry: StoredEnquiry,
  { reference, address }: AtDesk,
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
      `Name:      ${name}`,
      `Email:     ${oneLine(enquiry.email)}`,
      `Phone:     ${oneLine(enquiry.phone)}`,
      `Sent:      ${inIndia.format(enquiry.createdAt)} IST`,
      `Reference: ${reference}`,
      ...readsLine(enquiry.language),
      '',
      'Enquiry:',
      '',
      indented(enquiry.enquiry),
      '',
      'Answering this e-mail writes to the visitor.',
      'This enquiry at the desk:',
      `    ${address}`,
    ].join('\n'),
  }
}
