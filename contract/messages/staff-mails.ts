import type { RecordKind } from '#contract/schemas/staff-records.ts'

/** A text of a template that staff fill in before the mail goes. */
export interface MailBlank {
  name: string
  label: string
  hint: string
  /** A day and time in India, which the mail says in the person's language, or a text of several lines. */
  input?: 'datetime-local' | 'lines'
}

interface MailTemplate {
  label: string
  /** The records whose people it is for. */
  kinds: readonly RecordKind[]
  blanks: readonly MailBlank[]
}

/** Mails that staff send to a person, each seen before it goes; their texts are those of `personMails`. */
export const mailTemplates = {
  letter: {
    label: 'In your own words',
    kinds: ['enquiries', 'applications', 'executives'],
    blanks: [
      {
        name: 'words',
        label: 'What you write',
        hint: 'The greeting before it and the end after it are in the person’s language',
        input: 'lines',
      },
    ],
  },
  received: { label: 'Received', kinds: ['enquiries', 'applications'], blanks: [] },
  interview: {
    label: 'Interview invitation',
    kinds: ['applications'],
    blanks: [
      { name: 'position', label: 'Position', hint: 'For example: Accountant in Surat' },
      {
        name: 'when',
        label: 'Day and time',
        hint: 'In India. It then stands in Today on that day',
        input: 'datetime-local',
      },
      { name: 'where', label: 'Place', hint: 'Address, or the link or number for the call' },
    ],
  },
  rejection: {
    label: 'Rejection',
    kinds: ['applications'],
    blanks: [{ name: 'position', label: 'Position', hint: 'For example: Accountant in Surat' }],
  },
  vacancyClosed: {
    label: 'The vacancy is closed',
    kinds: ['applications'],
    blanks: [{ name: 'position', label: 'Position', hint: 'For example: Accountant in Surat' }],
  },
  documentMissing: {
    label: 'Document missing',
    kinds: ['applications'],
    blanks: [
      { name: 'document', label: 'What is missing', hint: 'For example: the second page of your resume' },
    ],
  },
  linkAgain: { label: 'Link again', kinds: ['applications', 'executives'], blanks: [] },
} as const satisfies Record<string, MailTemplate>
export type MailTemplateName = keyof typeof mailTemplates

/** Characters of a blank at most. */
export function blankMax({ input }: Pick<MailBlank, 'input'>): number {
  return input === 'lines' ? 4000 : 300
}

/** In a preview in the place of the link, which only the person sees. */
export const hiddenLink = '[the person’s own link]'

/** In a preview of a mail to several people. */
export const anybody = { name: '[the person’s name]', reference: '[the person’s reference]' } as const

/** What the composer says, and its answers. */
export const mailMessages = {
  title: 'Mail to the person',
  template: 'Template',
  preview: 'Preview',
  previewTitle: 'Preview',
  to: 'To',
  subject: 'Subject',
  /** Of the preview; `language` is what staff call it. */
  language: (language: string) =>
    `The mail goes out in ${language}, as the person reads. What you fill in goes as you wrote it.`,
  send: 'Send e-mail',
  /** Where the time of an interview is hardly meant. */
  sendSure: 'Yes, send e-mail',
  past: 'This day and time are in the past. Please choose a day and time to come.',
  soon: 'The interview begins within the hour. Is that right?',
  night: 'The interview begins at night, between 9 pm and 7 am. Is that right?',
  change: 'Edit',
  sent: 'The mail is on its way.',
  entry: (template: string, vacancy?: string) =>
    `Mail to the person: ${template}${vacancy ? ` (${vacancy})` : ''}`,
  failed: 'The mail could not be sent. Please try again.',
  fill: 'Please fill this in',
  tooLong: (most: number) => `At most ${most} characters`,
  unknown: 'There is no such record.',
  notThere: 'The person does not stand at this vacancy.',
  vacancy: 'Vacancy',
  otherPosition: 'Another position',
  wrongKind: 'This template is not for this kind of record.',
  unreadable: 'This record cannot be decrypted, so nobody can be mailed.',
} as const
