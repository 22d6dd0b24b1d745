import * as z from 'zod/mini'
import { applicationFields } from '#contract/fields/application.ts'
import { noticeVersion, shapeOf, TEXT_MAX } from '#contract/fields/field.ts'
import { vacancyReference } from './vacancy-named.ts'
import { receipt } from './receipts.ts'

/** The fields of an application. */
export const careerApplication = z.object(shapeOf(applicationFields))
export type CareerApplication = z.infer<typeof careerApplication>

/** The request, with the notice on the form. */
export const careerRequest = z.extend(careerApplication, {
  notice: noticeVersion,
  /** The vacancy. An invalid one counts as none, so that it does not block the application. */
  vacancy: z.catch(z.optional(vacancyReference), undefined),
  /** The token from a mail to the owner of the address, which lets this application replace the earlier one. */
  replace: z.optional(z.string().check(z.maxLength(TEXT_MAX))),
})
export type CareerRequest = z.infer<typeof careerRequest>

export const careerResponse = z.object({
  message: z.string(),
  ...receipt,
  /** Present if the application was stored without documents, for which a link was mailed. */
  documents: z.optional(z.literal('awaited')),
})
