import * as z from 'zod/mini'

/** What an answer says beside its message of what was stored: callers that know none of it lose nothing. */
export const receipt = {
  /** What the agency names it by, such as `EN-7K3M9Q`; it opens nothing. */
  reference: z.optional(z.string()),
  /** What happens next and by when, and how something is added: a sentence to be read. */
  next: z.optional(z.string()),
  /** The address of the page of one's own, which asks for a code before it shows anything. */
  page: z.optional(z.string()),
}

/** The receipt in an answer; an answer without one is whole all the same. */
export const receiptOf = z.catch(z.object(receipt), {})
export type Receipt = z.infer<typeof receiptOf>
