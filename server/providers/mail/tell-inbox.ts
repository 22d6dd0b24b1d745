import type { Mail } from './port.ts'

/** What anybody may send, and so anybody may have mailed to the agency. */
export const unasked = ['enquiries', 'applications'] as const
export type Unasked = (typeof unasked)[number]

/** Tells the agency of one thing that a visitor sent; beyond the day's budget it is told in one mail with all others. */
export type TellInbox = (
  mail: Omit<Mail, 'to'>,
  about: { of: Unasked; createdAt: number },
) => Promise<{ done: true } | { done: false; failure: string }>
