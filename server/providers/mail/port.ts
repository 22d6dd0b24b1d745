import type { Language } from '#contract/messages/languages.ts'

/** An e-mail in plain text. The sender is always our own domain. */
export interface Mail {
  /** The same for every retry. It becomes the Message-ID, by which receivers recognise duplicates. */
  id: string
  to: string
  replyTo?: { name: string; address: string }
  /** Language of the text; English by default. */
  language?: Language
  subject: string
  text: string
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Uint8Array
}

export type MailOutcome = { sent: true } | { sent: false; reason: MailFailure }

export type MailFailure = 'unreachable' | 'timeout' | 'login refused' | 'server busy' | 'refused'

/** Hands an e-mail to a mail server. Resolves when the server has accepted or refused it, and never throws. */
export interface MailPort {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

/** What anybody can submit without a login. Each submission sends a mail to the agency. */
export const unasked = ['enquiries', 'applications'] as const
export type Unasked = (typeof unasked)[number]

/** Notifies the agency of one submission. Beyond the daily limit, submissions share one mail. */
export type NotifyInbox = (
  mail: Omit<Mail, 'to'>,
  about: { of: Unasked; createdAt: number },
) => Promise<{ done: true } | { done: false; failure: string }>
