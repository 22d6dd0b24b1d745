import * as z from 'zod/mini'
import { isRealDate, todayInIndia } from '#contract/dates.ts'
import type { FieldFault } from '#contract/errors.ts'
import type { FileKind } from './documents.ts'
import { digits, key, noticeVersion, plainDay, plainPhone, text, TEXT_MAX } from '#contract/fields.ts'

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
export function missingDocuments(isThere: (field: DocumentField) => boolean): FieldFault[] {
  return documentFieldNames
    .filter((field) => documentFields[field].required && !isThere(field))
    .map((field) => ({
      field,
      message: {
        key: 'careerMessages.documentRequired',
        values: { document: { key: `documentNames.${field}` } },
      },
    }))
}

/** The written part of an application (specification section 5). */
export const careerApplication = z.object({
  full_name: text(
    { required: 'careerMessages.fullNameRequired', tooLong: 'fieldMessages.name.tooLong' },
    { max: TEXT_MAX },
  ),
  email: text(
    {
      required: 'fieldMessages.email.required',
      tooLong: 'fieldMessages.email.tooLong',
      invalid: 'careerMessages.emailInvalid',
    },
    { max: TEXT_MAX, shape: /^[^\s@]+@[^\s@]+$/ },
  ),
  phone: digits(
    { required: 'fieldMessages.phone.required', invalid: 'careerMessages.phoneInvalid' },
    { read: plainPhone, shape: /^[0-9]{10}$/ },
  ),
  // The page sends YYYY-MM-DD; the call takes the two ways in which India writes a day, and moments, as well.
  date_of_birth: text({ required: 'careerMessages.birthRequired' }, { read: plainDay }).check(
    z.refine(isRealDate, { error: key('careerMessages.birthInvalid'), abort: true }),
    z.refine((date) => date <= todayInIndia(), key('careerMessages.birthInFuture')),
  ),
  address: z.optional(
    z.string().check(z.trim(), z.maxLength(TEXT_MAX, key('careerMessages.addressTooLong'))),
  ),
})
export type CareerApplication = z.infer<typeof careerApplication>

/** The same as it is sent, with the notice that the form showed. */
export const careerRequest = z.extend(careerApplication, {
  notice: noticeVersion,
  /** The token of the mail that an owner of the address got; it lets this application replace the earlier one. */
  replace: z.optional(z.string().check(z.maxLength(TEXT_MAX))),
})
export type CareerRequest = z.infer<typeof careerRequest>

export const careerResponse = z.object({
  message: z.string(),
  /** There where the application was stored without its documents, for which a link was mailed. */
  documents: z.optional(z.literal('awaited')),
})
