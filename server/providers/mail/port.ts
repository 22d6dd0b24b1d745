import type { Language } from '#contract/messages/languages.ts'

/** An e-mail in plain text; our own domain is the sender, always. */
export interface Mail {
  /** Stays the same when a send is repeated; becomes the Message-ID, so that receivers can tell a copy. */
  id: string
  to: string
  replyTo?: { name: string; address: string }
  /** Of the text; English where none is named. */
  language?: Language
  subject: string
  text: string
  attachments?: readonly MailAttachment[]
}

/** A file that goes with an e-mail. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: Uint8Array
}

/** What became of it; the reason is in our words. */
export type MailOutcome = { sent: true } | { sent: false; reason: MailFailure }

export type MailFailure = 'unreachable' | 'timeout' | 'login refused' | 'server busy' | 'refused'

/** Hands an e-mail to a mail server; resolves when that has taken it or refused, and never throws. */
export interface MailPort {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

/** What anybody may send, and so anybody may have mailed to the agency. */
export const unasked = ['enquiries', 'applications'] as const
export type Unasked = (typeof unasked)[number]

/** Tells the agency of one thing that a visitor sent; beyond the day's budget it is told in one mail with all others. */
export type NotifyInbox = (
  mail: Omit<Mail, 'to'>,
  about: { of: Unasked; createdAt: number },
) => Promise<{ done: true } | { done: false; failure: string }>
