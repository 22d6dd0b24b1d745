import * as z from 'zod/mini'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { noticeVersion, shapeOf } from '#contract/fields/field.ts'
import { receipt } from './receipts.ts'

/** What a visitor writes in the contact form. */
export const enquirySchema = z.object(shapeOf(enquiryFields))
export type Enquiry = z.infer<typeof enquirySchema>

/**
 * What the form adds to tell people from programs, which notice it showed, and which page it stands on. All are optional: a
 * call without the first two is not suspect, and one that is no hint at all counts as absent, since it must not cost a
 * person's enquiry.
 */
export const sendEnquiryRequest = z.extend(enquirySchema, {
  /** The honeypot: a field no person sees; anything in it marks the enquiry as suspect. */
  website: z.catch(z.optional(z.string()), undefined),
  /** Milliseconds between the form being shown and being sent. */
  filledInMs: z.catch(z.optional(z.number()), undefined),
  notice: noticeVersion,
  /** Milliseconds; the same words from the same page are one enquiry, sent again because an answer was lost. */
  pageOpenedAt: z.catch(z.optional(z.number()), undefined),
})
export type SendEnquiryRequest = z.infer<typeof sendEnquiryRequest>

export const sendEnquiryResponse = z.object({ message: z.string(), ...receipt })
