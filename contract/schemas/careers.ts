import * as z from 'zod/mini'
import { isoDay, isRealDate, todayInIndia } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import type { FileKind } from './documents.ts'
import { careerMessages, documentRequired, fieldMessages } from '#contract/messages/common.ts'
import { noticeVersion } from '#contract/messages/notice-version.ts'

/** The documents of an application by the field they are sent in (specification section 3, spelt as there). */
export const documentFields = {
  resume: { name: 'Resume', required: true, kinds: ['pdf', 'doc', 'docx'] },
  edu_certificate: { name: 'Education certificate', required: false, kinds: ['pdf', 'jpg', 'png'] },
  aadhar_card: { name: 'Aadhaar card', required: false, kinds: ['pdf', 'jpg', 'png'] },
  pan_card: { name: 'PAN card', required: false, kinds: ['pdf', 'jpg', 'png'] },
} as const satisfies Record<string, { name: string; required: boolean; kinds: readonly FileKind[] }>
export type DocumentField = keyof typeof documentFields

export const documentFieldNames = Object.keys(documentFields) as DocumentField[]

/** Documents that must not be missing and are, each named by its own name. */
export function missingDocuments(isThere: (field: DocumentField) => boolean): FieldError[] {
  return documentFieldNames
    .filter((field) => documentFields[field].required && !isThere(field))
    .map((field) => ({ field, message: documentRequired(documentFields[field].name) }))
}

/** Digits and characters that no rule of the specification limits still end somewhere. */
const TEXT_MAX = 1000

function required(message: string) {
  return z.minLength(1, { error: message, abort: true })
}

/** The written part of an application (specification section 5). */
export const careerApplication = z.object({
  full_name: z
    .string({ error: careerMessages.fullNameRequired })
    .check(
      z.trim(),
      required(careerMessages.fullNameRequired),
      z.maxLength(TEXT_MAX, fieldMessages.name.tooLong),
    ),
  email: z
    .string({ error: fieldMessages.email.required })
    .check(
      z.trim(),
      required(fieldMessages.email.required),
      z.maxLength(TEXT_MAX, { error: fieldMessages.email.tooLong, abort: true }),
      z.regex(/^[^\s@]+@[^\s@]+$/, careerMessages.emailInvalid),
    ),
  phone: z
    .string({ error: fieldMessages.phone.required })
    .check(
      z.trim(),
      required(fieldMessages.phone.required),
      z.regex(/^[0-9]{10}$/, careerMessages.phoneInvalid),
    ),
  date_of_birth: z.string({ error: careerMessages.birthRequired }).check(
    z.trim(),
    required(careerMessages.birthRequired),
    // The page sends YYYY-MM-DD; the call takes the two ways in which India writes a day as well.
    z.overwrite(isoDay),
    z.refine(isRealDate, { error: careerMessages.birthInvalid, abort: true }),
    z.refine((date) => date <= todayInIndia(), careerMessages.birthInFuture),
  ),
  address: z.optional(z.string().check(z.trim(), z.maxLength(TEXT_MAX, careerMessages.addressTooLong))),
})
export type CareerApplication = z.infer<typeof careerApplication>

/** The same as it is sent, with the notice that the form showed. */
export const careerRequest = z.extend(careerApplication, {
  notice: noticeVersion,
  /** The token of the mail that an owner of the address got; it lets this application replace the earlier one. */
  replace: z.optional(z.string().check(z.maxLength(TEXT_MAX))),
})
export type CareerRequest = z.infer<typeof careerRequest>

export const careerResponse = z.object({ message: z.string() })
