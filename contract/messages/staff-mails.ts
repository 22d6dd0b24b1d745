import type { RecordKind } from '#contract/schemas/staff-records.ts'

/** A text of a template that staff fill in before the mail goes. */
export interface MailBlank {
  name: string
  label: string
  hint: string
}

interface MailTemplate {
  label: string
  /** The records whose people it is for. */
  kinds: readonly RecordKind[]
  subject: string
  blanks: readonly MailBlank[]
  /** The lines between the salutation and the agency's name; `{name}` stands for a blank. */
  lines: readonly string[]
}

/** Mails that staff send to a person, each seen before it goes. */
export const mailTemplates = {
  received: {
    label: 'Received',
    kinds: ['enquiries', 'applications'],
    subject: 'We have received your message',
    blanks: [],
    lines: ['Thank you for writing to us. Your message has reached us, and we will get back to you soon.'],
  },
  interview: {
    label: 'Interview invitation',
    kinds: ['applications'],
    subject: 'Invitation to an interview',
    blanks: [
      { name: 'position', label: 'Position', hint: 'Such as: Accountant in Surat' },
      { name: 'when', label: 'Day and time', hint: 'Such as: Monday, 30 November, 11:00' },
      { name: 'where', label: 'Place', hint: 'An address, or how the call begins' },
    ],
    lines: [
      'We would like to talk with you about this position: {position}.',
      '',
      'Day and time: {when}',
      'Place: {where}',
      '',
      'Please answer this e-mail to confirm, or to tell us when it would suit you better.',
    ],
  },
  rejection: {
    label: 'Rejection',
    kinds: ['applications'],
    subject: 'Your application',
    blanks: [{ name: 'position', label: 'Position', hint: 'Such as: Accountant in Surat' }],
    lines: [
      'Thank you for your application for this position: {position}.',
      'We have decided for somebody else this time. We wish you every success in your search.',
    ],
  },
  documentMissing: {
    label: 'Document missing',
    kinds: ['applications'],
    subject: 'A document is missing from your application',
    blanks: [{ name: 'document', label: 'What is missing', hint: 'Such as: the second page of your résumé' }],
    lines: [
      'Thank you for your application. To go on with it we still need: {document}.',
      '',
      'Please send it in an answer to this e-mail.',
    ],
  },
  linkAgain: {
    label: 'Link again',
    kinds: ['executives'],
    subject: 'Your link',
    blanks: [],
    lines: [
      'Here is the link to your registration once more:',
      '',
      '{link}',
      '',
      'The link is yours alone: whoever has it can open your record. Please do not pass it on.',
    ],
  },
} as const satisfies Record<string, MailTemplate>
export type MailTemplateName = keyof typeof mailTemplates

/** In a preview in the place of the link, which only the person sees. */
export const hiddenLink = '[the person’s own link]'

/** A mail as plain text; `values` are the blanks, by name. */
export function staffMail(
  template: MailTemplateName,
  { name, agency, values }: { name: string; agency: string; values: Readonly<Record<string, string>> },
): { subject: string; text: string } {
  const { subject, lines } = mailTemplates[template]
  const filled = lines.map((line) => line.replaceAll(/\{(\w+)\}/g, (_, blank: string) => values[blank] ?? ''))
  return { subject, text: [`Dear ${name},`, '', ...filled, '', 'Kind regards', agency].join('\n') }
}

/** What the composer says, and its answers. */
export const mailMessages = {
  title: 'Mail to the person',
  template: 'Template',
  choose: 'Choose a template',
  preview: 'See the mail',
  to: 'To',
  subject: 'Subject',
  send: 'Send this mail',
  change: 'Change it',
  sent: 'The mail is on its way.',
  entry: (template: string) => `Mail: ${template}`,
  failed: 'The mail could not be sent. Please try again.',
  fill: 'Please fill this in',
  tooLong: 'At most 300 characters',
  unknown: 'There is no such record.',
  wrongKind: 'This template is not for this kind of record.',
  unreadable: 'This record cannot be decrypted, so nobody can be mailed.',
} as const
