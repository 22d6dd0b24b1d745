import * as z from 'zod/mini'
import { isoDay, isRealDate } from './dates.ts'
import type { Dictionary, MessageKey } from './messages/sentences.ts'

/** Longest name and e-mail, in Unicode characters, so that no script has less room (specification section 9). */
export const NAME_MAX = 100
export const EMAIL_MAX = 100
/** Digits of an Indian phone number without its country code. */
export const PHONE_DIGITS = 10
export const ENQUIRY_MAX = 500
/** Digits of an Aadhaar number, of which only the last four are ever shown or kept. */
export const AADHAAR_DIGITS = 12
/** Digits of every one-time code. */
export const OTP_DIGITS = 6
/** Characters of a text that the specification does not limit. */
export const TEXT_MAX = 1000

/** The address grammar of the HTML standard, the one browsers apply to type=email, with a dot in the domain. */
const emailPattern = new RegExp(z.regexes.html5Email.source.replace('@', '@(?=[^@]*\\.)'))

interface Sentences {
  required: MessageKey
  tooShort?: MessageKey
  tooLong?: MessageKey
  invalid?: MessageKey
}
interface Rules {
  /** What is meant by what was written. */
  read?(written: string): string
  min?: number
  max?: number
  shape?: RegExp
  valid?(text: string): boolean
}

/**
 * A trimmed text that must not be empty. Each check ends those after it, so that a field answers with one sentence and no
 * pattern runs over a long text.
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(says: Sentences, { read, min, max, shape, valid }: Rules = {}) {
  const { required, tooShort = required, tooLong = required, invalid = required } = says
  const checks: z.core.$ZodCheck<string>[] = [z.trim(), z.minLength(1, { error: required, abort: true })]
  if (read) checks.push(z.overwrite(read))
  if (min) checks.push(z.minLength(min, { error: tooShort, abort: true }))
  if (max) checks.push(z.maxLength(max, { error: tooLong, abort: true }))
  if (shape) checks.push(z.regex(shape, invalid))
  if (valid) checks.push(z.refine(valid, invalid))
  return z.string({ error: required }).check(...checks)
}

/** A text of digits, as people write and group them in any script; programs may send a number. */
/* @__NO_SIDE_EFFECTS__ */
export function digits(says: Sentences, rules: Rules) {
  return z.pipe(z.transform(numberAsText), text(says, { read: plainDigits, ...rules }))
}

/** A number that was rounded on its way would be another account's: it is no text. */
function numberAsText(sent: unknown): unknown {
  return Number.isSafeInteger(sent) ? String(sent) : sent
}

/** What a check of zod says: a schema names its sentences, and whoever shows them says them in a language. */
export function key(name: MessageKey): MessageKey {
  return name
}

/** The sentences that the dictionary has for a field; those that it lacks are of rules that the field has not. */
/* @__NO_SIDE_EFFECTS__ */
function ofField(path: string, tooLong = `${path}.tooLong`): Sentences {
  const keys = {
    required: `${path}.required`,
    tooShort: `${path}.tooShort`,
    invalid: `${path}.invalid`,
    tooLong,
  }
  return keys as unknown as Sentences
}

/* @__NO_SIDE_EFFECTS__ */
function inEnquiry(field: keyof Dictionary['fieldMessages']): Sentences {
  return ofField(`fieldMessages.${field}`)
}

/* @__NO_SIDE_EFFECTS__ */
function inRegistration(field: keyof Dictionary['onboardingFieldMessages']): Sentences {
  const tooLong = field === 'email' ? undefined : 'onboardingFieldMessages.tooLong'
  return ofField(`onboardingFieldMessages.${field}`, tooLong)
}

/* @__NO_SIDE_EFFECTS__ */
function atBank(field: keyof Dictionary['bankFieldMessages']): Sentences {
  return ofField(`bankFieldMessages.${field}`, 'bankFieldMessages.tooLong')
}

/* @__NO_SIDE_EFFECTS__ */
function choice<const T extends readonly string[]>(field: 'gender', values: T) {
  return z.enum(values, { error: key(`onboardingFieldMessages.${field}.required`) })
}

export const name = text(inEnquiry('name'), { max: NAME_MAX })
export const email = text(inEnquiry('email'), { max: EMAIL_MAX, shape: emailPattern })
export const phone = digits(inEnquiry('phone'), {
  read: plainPhone,
  min: PHONE_DIGITS,
  max: PHONE_DIGITS,
  shape: /^[0-9]+$/,
})
export const enquiry = text(inEnquiry('enquiry'), { max: ENQUIRY_MAX })

// The registration (specification section 5), no stricter than there: whether a number is a real one is for the provider
// to say.
export const aadhaarNumber = digits(inRegistration('aadhaar'), { shape: /^[0-9]{12}$/ })
/** The number as it is shown: the last four digits behind eight X. */
export const maskedAadhaar = digits(inRegistration('aadhaar'), { shape: /^X{8}[0-9]{4}$/ })
/** The number, or as it is shown. */
export const aadhaarOrMasked = digits(inRegistration('aadhaar'), { shape: /^(?:[0-9]{12}|X{8}[0-9]{4})$/ })
export const personName = text(inRegistration('name'), { min: 2, max: TEXT_MAX })
export const personEmail = text(inRegistration('email'), { max: TEXT_MAX, shape: emailPattern })
export const mobileNumber = digits(inRegistration('phone'), { read: plainPhone, shape: /^[0-9]{10}$/ })
export const gender = choice('gender', ['M', 'F', 'O'])
export const birthDate = text(inRegistration('dob'), { read: plainDay, valid: isRealDate })
export const addressLine = text(inRegistration('address'), { min: 5, max: TEXT_MAX })
export const city = text(inRegistration('city'), { max: TEXT_MAX })
export const state = text(inRegistration('state'), { max: TEXT_MAX })
export const country = text(inRegistration('country'), { max: TEXT_MAX })
export const pincode = digits(inRegistration('pincode'), { shape: /^[0-9]{6}$/ })
export const accountName = text(atBank('accountName'), { min: 2, max: TEXT_MAX })
export const accountNo = digits(atBank('accountNo'), { shape: /^[0-9]{9,18}$/ })
/** An account's number, or as a refreshed browser still has it: the last four digits behind an X for each other. */
export const accountOrMasked = digits(atBank('accountNo'), { shape: /^(?:[0-9]{9,18}|X{5,14}[0-9]{4})$/ })
export const ifscCode = text(atBank('ifscCode'), { read: plainIfsc, shape: /^[A-Z]{4}0[A-Z0-9]{6}$/ })
export const otp = digits(inRegistration('otp'), { shape: /^[0-9]{6}$/ })

/**
 * The day that names the notice which a form showed. Optional, for callers without a page; anything else counts as absent,
 * since it must not cost a person what they send.
 */
export const noticeVersion = z.catch(
  z.optional(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))),
  undefined,
)

/** The ten digits of an Indian number as people write it: with spaces, dashes or brackets, after +91 or a mobile's zero. */
export function plainPhone(written: string): string {
  return plainDigits(written).replace(/^(?:\+91(?=[0-9]{10}$)|0(?=[6-9][0-9]{9}$))/, '')
}

/** An IFSC code in capitals and Latin digits, without what people put between its parts. */
function plainIfsc(written: string): string {
  return plainDigits(written).toUpperCase()
}

/** A number in Latin digits, without what people put between them. */
export function plainDigits(written: string): string {
  return latinDigits(written).replace(/[\s().\u2010-\u2015\u200b-\u200f\u2060-]/g, '')
}

/** A day of a calendar as YYYY-MM-DD, in any of the ways in which a form or a program writes one. */
export function plainDay(written: string): string {
  return isoDay(latinDigits(written))
}

/** The digits of Devanagari and Gujarati as Latin ones; everything else stays. */
export function latinDigits(written: string): string {
  // Each script's ten follow one another, from a code that is six beyond a multiple of sixteen.
  return written.replace(/[०-९૦-૯]/g, (digit) => String((digit.charCodeAt(0) % 16) - 6))
}

/** A phone number of which the last four digits are shown. */
export function maskPhone(phone: string): string {
  return `+91 XXXXXX${phone.slice(-4)}`
}
