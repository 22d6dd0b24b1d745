import * as z from 'zod/mini'
import { applicationFields } from '#contract/fields/application.ts'
import { noticeVersion, shapeOf, TEXT_MAX } from '#contract/fields/field.ts'
import { vacancyReference } from './vacancy-named.ts'
import { receipt } from './receipts.ts'

/** The written part of an application. */
export const careerApplication = z.object(shapeOf(applicationFields))
export type CareerApplication = z.infer<typeof careerApplication>

/** The same as it is sent, with the notice that the form showed. */
export const careerRequest = z.extend(careerApplication, {
  notice: noticeVersion,
  /** The vacancy that is applied for; one that cannot be counts as none, since it must not cost the application. */
  vacancy: z.catch(z.optional(vacancyReference), undefined),
  /** The token of the mail that an owner of the address got; it lets this application replace the earlier one. */
  replace: z.optional(z.string().check(z.maxLength(TEXT_MAX))),
})
export type CareerRequest = z.infer<typeof careerRequest>

export const careerResponse = z.object({
  message: z.string(),
  ...receipt,
  /** There where the application was stored without its documents, for which a link was mailed. */
  documents: z.optional(z.literal('awaited')),
})
