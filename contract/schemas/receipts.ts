import * as z from 'zod/mini'

/** Optional parts of an answer about stored data. */
export const receipt = {
  /** The reference, such as `EN-7K3M9Q`. It gives no access. */
  reference: z.optional(z.string()),
  /** A sentence about what happens next and how to add something. */
  next: z.optional(z.string()),
  /** The address of the person's own page, which asks for a code first. */
  page: z.optional(z.string()),
}

/** The receipt in an answer, or an empty one. */
export const receiptOf = z.catch(z.object(receipt), {})
export type Receipt = z.infer<typeof receiptOf>
