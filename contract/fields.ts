import * as z from 'zod/mini'
import { isRealDate } from './dates.ts'
import { fieldMessages, onboardingFieldMessages } from './messages/common.ts'

/** Longest name and e-mail, in Unicode characters, so that no script has less room (specification section 9). */
export const NAME_MAX = 100
export const EMAIL_MAX = 100
/** Digits of an Indian phone number without its country code. */
export const PHONE_DIGITS = 10
export const ENQUIRY_MAX = 500

/** The address grammar of the HTML standard, the one browsers apply to type=email. */
const emailPattern = z.regexes.html5Email

// A later check is not reached once one has refused, so a field answers with one sentence: missing before
// impossible before any other, and length before pattern, so that no pattern runs over a long text.
function required(message: string) {
  return z.minLength(1, { error: message, abort: true })
}

export const name = z
  .string({ error: fieldMessages.name.required })
  .check(z.trim(), required(fieldMessages.name.required), z.maxLength(NAME_MAX, fieldMessages.name.tooLong))

export const email = z
  .string({ error: fieldMessages.email.required })
  .check(
    z.trim(),
    required(fieldMessages.email.required),
    z.maxLength(EMAIL_MAX, { error: fieldMessages.email.tooLong, abort: true }),
    z.regex(emailPattern, fieldMessages.email.invalid),
  )

export const phone = z
  .string({ error: fieldMessages.phone.required })
  .check(
    z.trim(),
    required(fieldMessages.phone.required),
    z.minLength(PHONE_DIGITS, { error: fieldMessages.phone.tooShort, abort: true }),
    z.maxLength(PHONE_DIGITS, { error: fieldMessages.phone.tooLong, abort: true }),
    z.regex(/^[0-9]+$/, fieldMessages.phone.digitsOnly),
  )

export const enquiry = z
  .string({ error: fieldMessages.enquiry.required })
  .check(
    z.trim(),
    required(fieldMessages.enquiry.required),
    z.maxLength(ENQUIRY_MAX, fieldMessages.enquiry.tooLong),
  )

/** Digits of an Aadhaar number, of which only the last four are ever shown or kept. */
export const AADHAAR_DIGITS = 12
/** Digits of every one-time code. */
export const OTP_DIGITS = 6
/** Characters that no rule of the specification limits still end somewhere. */
const TEXT_MAX = 1000

const registration = onboardingFieldMessages

/** A text that must not be empty and has an end; `tooShort` where it has a least length. */
function text(words: { required: string; tooShort?: string }, min = 1) {
  return z
    .string({ error: words.required })
    .check(
      z.trim(),
      required(words.required),
      z.minLength(min, words.tooShort ?? words.required),
      z.maxLength(TEXT_MAX, registration.tooLong),
    )
}

/** A text of one exact shape. */
function shaped(words: { required: string; invalid: string }, shape: RegExp) {
  return z
    .string({ error: words.required })
    .check(z.trim(), required(words.required), z.regex(shape, words.invalid))
}

// Fields of the registration (specification section 5), no stricter than there: whether a number is a real one
// is for the provider to say.

export const aadhaarNumber = shaped(registration.aadhaar, /^[0-9]{12}$/)
/** The number as it is shown: the last four digits behind eight X. */
export const maskedAadhaar = shaped(registration.aadhaar, /^X{8}[0-9]{4}$/)
/** The number, or as it is shown. */
export const aadhaarOrMasked = shaped(registration.aadhaar, /^(?:[0-9]{12}|X{8}[0-9]{4})$/)
export const personName = text(registration.name, 2)
export const personEmail = z
  .string({ error: registration.email.required })
  .check(
    z.trim(),
    required(registration.email.required),
    z.maxLength(TEXT_MAX, { error: registration.email.invalid, abort: true }),
    z.regex(emailPattern, registration.email.invalid),
  )
export const mobileNumber = shaped(registration.phone, /^[0-9]{10}$/)
export const gender = z.enum(['M', 'F', 'O'], { error: registration.gender.required })
export const birthDate = z
  .string({ error: registration.dob.required })
  .check(z.trim(), required(registration.dob.required), z.refine(isRealDate, registration.dob.invalid))
export const addressLine = text(registration.address, 5)
export const city = text(registration.city)
export const state = text(registration.state)
export const country = text(registration.country)
export const pincode = shaped(registration.pincode, /^[0-9]{6}$/)
export const accountName = text(registration.accountName, 2)
export const accountNo = shaped(registration.accountNo, /^[0-9]{9,18}$/)
/** An account's number, or as a refreshed browser still has it: the last four digits behind an X for each other. */
export const accountOrMasked = shaped(registration.accountNo, /^(?:[0-9]{9,18}|X{5,14}[0-9]{4})$/)
export const ifscCode = shaped(registration.ifscCode, /^[A-Z]{4}0[A-Z0-9]{6}$/)
export const otp = shaped(registration.otp, /^[0-9]{6}$/)
