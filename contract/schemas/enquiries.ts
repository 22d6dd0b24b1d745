import * as z from 'zod/mini'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { noticeVersion, shapeOf } from '#contract/fields/field.ts'
import { receipt } from './receipts.ts'

export const enquirySchema = z.object(shapeOf(enquiryFields))
export type Enquiry = z.infer<typeof enquirySchema>

/**
 * The form adds signs of spam, the version of the notice, and the page. All are optional: a call without them is not
 * suspect, and an invalid value counts as absent, so that it does not block an enquiry.
 */
export const sendEnquiryRequest = z.extend(enquirySchema, {
  /** The honeypot, which people do not see. Any content marks the enquiry as suspect. */
  website: z.catch(z.optional(z.string()), undefined),
  /** Milliseconds from showing the form to sending it. */
  filledInMs: z.catch(z.optional(z.number()), undefined),
  notice: noticeVersion,
  /** Milliseconds. The same text from the same page is a repetition of one enquiry after a lost answer. */
  pageOpenedAt: z.catch(z.optional(z.number()), undefined),
})
export type SendEnquiryRequest = z.infer<typeof sendEnquiryRequest>

export const sendEnquiryResponse = z.object({ message: z.string(), ...receipt })
