import * as z from 'zod/mini'
import { fieldErrors, type FieldError } from '#contract/errors.ts'
import * as fields from '#contract/fields.ts'
import { plainDigits, plainPhone } from '#contract/fields.ts'

/** Everything of step 1 that is typed, in the order of the page. */
const detailsSchema = z.object({
  aadhaar_no: fields.aadhaarNumber,
  name: fields.personName,
  email: fields.personEmail,
  gender: fields.gender,
  dob: fields.birthDate,
  phone: fields.mobileNumber,
  address: fields.addressLine,
  city: fields.city,
  state: fields.state,
  country: fields.country,
  pincode: fields.pincode,
})
export type DetailField = keyof typeof detailsSchema.shape
export type Details = Record<DetailField, string>

export const detailFields = Object.keys(detailsSchema.shape) as DetailField[]

/** As it is sent: people put spaces and dashes into numbers. */
export function plain(details: Partial<Details>): Partial<Details> {
  const { aadhaar_no, phone, pincode } = details
  return {
    ...details,
    ...(aadhaar_no === undefined ? {} : { aadhaar_no: plainDigits(aadhaar_no) }),
    ...(phone === undefined ? {} : { phone: plainPhone(phone) }),
    ...(pincode === undefined ? {} : { pincode: plainDigits(pincode) }),
  }
}

/** The details as they are sent, or the first sentence for each field that is wrong. */
export function readDetails(
  details: Partial<Details>,
): { ok: true; details: Details } | { ok: false; errors: FieldError[] } {
  const written = plain(details)
  // Once verified, the number stands there masked, and the page does not know it any more.
  const masked = fields.maskedAadhaar.safeParse(written.aadhaar_no)
  const schema = masked.success
    ? z.extend(detailsSchema, { aadhaar_no: fields.maskedAadhaar })
    : detailsSchema
  const read = schema.safeParse(written)
  return read.success
    ? { ok: true, details: read.data }
    : { ok: false, errors: fieldErrors(read.error.issues) }
}

/** What stands in the page: some browsers fill fields in, and programs do, without telling the form's code. */
export function detailsIn(element: HTMLFormElement): Details {
  const read = new FormData(element)
  return Object.fromEntries(detailFields.map((field) => [field, String(read.get(field) ?? '')])) as Details
}
