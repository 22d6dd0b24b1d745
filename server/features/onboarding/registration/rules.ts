import { filledFrom, maskAadhaar } from '#contract/schemas/identity.ts'
import type { FieldFault } from '#contract/errors.ts'
import { bankAnswer } from '#contract/schemas/mandates.ts'
import {
  photoField,
  registrationFieldNames,
  registrationFields,
  type RegistrationFields,
} from '#contract/schemas/registrations.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import type { Upload } from '#server/platform/uploads/read-upload.ts'
import { check, Refused, refusedFields } from '#server/platform/http/http-errors.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { missingFields } from '#contract/messages/with-values.ts'

/** Registrations one address may attempt in an hour: people share addresses, and each attempt asks the gateway. */
export const registrationLimit: LimitRule = { name: 'registration', points: 30, seconds: 3600 }
/** Records one address may open in a minute (docs/security.md, T7). */
export const recordLimit: LimitRule = { name: 'record', points: 60, seconds: 60 }

export interface Proof {
  aadhaar: NonNullable<VisitorData['aadhaar']>
  phone: NonNullable<VisitorData['phone']>
}

export function proofOf({ aadhaar, phone }: VisitorData): Proof | undefined {
  return aadhaar && phone ? { aadhaar, phone } : undefined
}

/** What the browser passes on of the bank's answer proves nothing; a page that was loaded again has none of it. */
const hints = Object.keys(bankAnswer)
const noHints = Object.fromEntries(hints.map((name) => [name, '']))

/** Parses a registration; errors in the order of the page's own checks: photo, missing fields, wrong fields. */
export function readRegistration(upload: Upload): RegistrationFields | Refused {
  const { texts, files, tooLarge, wrongKind } = upload
  const read = check(registrationFields, { ...noHints, ...texts })
  const wrong = read.ok ? [] : read.errors
  const photo = [...tooLarge, ...wrongKind]
  if (files.length + photo.length === 0) {
    const message = 'executiveForm.photo.required'
    return new Refused({ code: 'invalid', message, errors: [...wrong, { field: photoField, message }] })
  }
  const missing = registrationFieldNames.filter((name) => !hints.includes(name) && !texts[name]?.trim())
  if (missing.length > 0)
    return new Refused({ code: 'invalid', message: missingFields(missing), errors: wrong })
  if (!read.ok) return refusedFields(wrong)
  if (tooLarge.length > 0) return new Refused({ code: 'too_large', errors: tooLarge })
  if (wrongKind.length > 0) return new Refused({ code: 'wrong_type', errors: wrongKind })
  return read.value
}

/** Whether number and phone are those that this session verified; `indexOf` returns a number's keyed index. */
export function isProven(
  fields: Pick<RegistrationFields, 'aadhaar_no' | 'phone'>,
  { aadhaar, phone }: Proof,
  indexOf: (aadhaarNumber: string) => string,
): boolean {
  const number = fields.aadhaar_no
  const same = number.startsWith('X')
    ? number === maskAadhaar(aadhaar.lastFour)
    : indexOf(number) === aadhaar.index
  return same && fields.phone === phone.phone
}

/** Fields that the verification filled and that were changed since; the person fills in the others. */
export function alteredIdentity(fields: RegistrationFields, { aadhaar }: Proof): FieldFault[] {
  return Object.entries(filledFrom(aadhaar.person))
    .filter(([field, verified]) => fields[field as keyof RegistrationFields] !== verified)
    .map(([field]) => ({ field, message: 'registrationErrors.asVerified' }))
}
