import * as z from 'zod/mini'
import { isoDay, isRealDate, todayInIndia } from '#contract/dates.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'

/** Most Unicode characters of a name and an e-mail address (specification section 9). */
export const NAME_MAX = 100
export const EMAIL_MAX = 100
/** Digits of an Indian phone number without its country code. */
export const PHONE_DIGITS = 10
/** Digits of a one-time code. */
export const OTP_DIGITS = 6
/** Most characters of a text without a limit in the specification. */
export const TEXT_MAX = 1000

/**
 * A field of a form and of its record. Its key is its name in the form, the request, the record, exports and messages
 * (`enquiryForm.email`). A table lists fields in the order of the form.
 */
export interface Field {
  /** The accepted values. An optional field may be absent. */
  schema: z.ZodMiniType<string | undefined>
  /** The input of the form; `rows` for several lines. Absent: one line of text. */
  input?: Input
  /** The name of the field in the privacy notice, in English and lower case. */
  notice: string
  /** The name of the field at the desk. */
  desk: string
  /** The name of each option at the desk. */
  optionNames?: Readonly<Record<string, string>>
  /** How the desk masks the value; false: not at all. */
  mask: 'email' | 'phone' | 'aadhaar' | 'whole' | false
  /**
   * How search finds the value; false: not at all. The first field with `name` is the person's name. Of a masked place,
   * only town and state can be found.
   */
  search: 'name' | 'email' | 'phone' | 'place' | false
  /** What the person asks for; shown first in the record. */
  asked?: true
  /** The column of a list. Of several `about` fields, the first with a value counts. */
  row?: 'about' | 'experience' | 'place'
  /** How the mail to staff shows the value: on one line, or as a paragraph; false: not at all. */
  mail: 'line' | 'paragraph' | false
}

interface Input {
  type?: 'email' | 'tel' | 'date'
  inputMode?: 'email' | 'tel' | 'numeric'
  autoComplete?: string
  /** The earliest day, YYYY-MM-DD. */
  min?: string
  rows?: number
  /** The values to choose from; none may be chosen either. */
  options?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

/** The part of a field that a form needs. */
export type FormFields = Readonly<Record<string, Pick<Field, 'schema' | 'input'>>>

/** Returns the names of a table's fields in the order of the form. */
export function namesOf<Table extends FormFields>(fields: Table): (keyof Table & string)[] {
  return Object.keys(fields)
}

/** Returns the schemas of a table's fields. */
/* @__NO_SIDE_EFFECTS__ */
export function shapeOf<Table extends FormFields>(
  fields: Table,
): { [Name in keyof Table]: Table[Name]['schema'] } {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as { [Name in keyof Table]: Table[Name]['schema'] }
}

export function isOptional({ schema }: Pick<Field, 'schema'>): boolean {
  return schema.safeParse(undefined).success
}

/** The paths of fields in the dictionary: those with a `required` sentence. Other errors are beside it. */
type FieldWords = { [Key in MessageKey]: Key extends `${infer Path}.required` ? Path : never }[MessageKey]
interface Rules {
  /** Normalises the written text. */
  read?(written: string): string
  min?: number
  max?: number
  /** The sentence for a text over `max`, if several fields share one. */
  tooLong?: MessageKey
  shape?: RegExp
  valid?(text: string): boolean
}

/**
 * Returns the schema of a trimmed, non-empty text. The first failed check ends the others, so that a field has one
 * error and no pattern runs on a long text. `words` is the path of its sentences.
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(words: FieldWords, { read, min, max, tooLong, shape, valid }: Rules = {}) {
  const [required, invalid] = [`${words}.required`, `${words}.invalid`]
  const checks: z.core.$ZodCheck<string>[] = [z.trim(), z.minLength(1, { error: required, abort: true })]
  if (read) checks.push(z.overwrite(read))
  if (min) checks.push(z.minLength(min, { error: `${words}.tooShort`, abort: true }))
  if (max) checks.push(z.maxLength(max, { error: tooLong ?? `${words}.tooLong`, abort: true }))
  if (shape) checks.push(z.regex(shape, invalid))
  if (valid) checks.push(z.refine(valid, { error: invalid, abort: true }))
  return z.string({ error: required }).check(...checks)
}

/** Returns the schema of a text of digits in any script and grouping. A number is accepted too. */
/* @__NO_SIDE_EFFECTS__ */
export function digits(words: FieldWords, rules: Rules) {
  return z.pipe(z.transform(numberAsText), text(words, { read: plainDigits, ...rules }))
}

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
/**
 * Addresses that mail servers accept (RFC 5321 without quotes), with a dot in the domain. Letters beyond ASCII may be
 * in the domain, or on both sides (RFC 6531): servers of ASCII domains have no such mailbox.
 */
export const emailPattern = new RegExp(
  `^(?=[!-~]+$|[^@]*@.*[^!-~])${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`,
  'u',
)

/** An e-mail address. */
/* @__NO_SIDE_EFFECTS__ */
export function email(words: FieldWords) {
  return text(words, { read: plainEmail, max: EMAIL_MAX, shape: emailPattern })
}

/** An earlier day is a typing error: browsers read the year 95 as 0095. */
export const FIRST_BIRTHDAY = '1900-01-01'

/** Returns the schema of a day of birth. Pages send YYYY-MM-DD; other callers may send Indian formats and times. */
/* @__NO_SIDE_EFFECTS__ */
export function birthday(words: 'applicationForm.date_of_birth' | 'executiveForm.dob') {
  const isPossible = (day: string) => isRealDate(day) && day >= FIRST_BIRTHDAY
  return text(words, { read: plainDay, valid: isPossible }).check(
    z.refine((day) => day <= todayInIndia(), key(`${words}.inFuture`)),
  )
}

/** Does not convert a number that may have been rounded: it could be another account's. */
function numberAsText(sent: unknown): unknown {
  return Number.isSafeInteger(sent) ? String(sent) : sent
}

/** Names a sentence for an error. The caller translates it. */
export function key(name: MessageKey): MessageKey {
  return name
}

/** Returns the schema of an optional text. Absent means empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number, tooLong: MessageKey) {
  return z.pipe(z.transform(absentAsEmpty), z.string().check(z.trim(), z.maxLength(max, tooLong)))
}

/** Returns the schema of an optional choice. An unknown value counts as none, so that it does not block the request. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalChoice(options: readonly string[]) {
  const known = z.string().check(z.refine((chosen) => options.includes(chosen)))
  return z.pipe(z.transform(absentAsEmpty), z.catch(known, ''))
}

function absentAsEmpty(sent: unknown): unknown {
  return sent === undefined ? '' : sent
}

/** A one-time code. */
export const otp = digits('otpMessages.code', { shape: /^[0-9]{6}$/ })

/**
 * The version (a day) of the privacy notice on the form. Optional for callers without a page. An invalid value counts
 * as absent, so that it does not block the request.
 */
export const noticeVersion = z.catch(
  z.optional(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))),
  undefined,
)

/** Invisible characters that phones add: format characters and variation selectors. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu

/** Returns the ten digits of an Indian number written in groups, as a link, or after +91, 0091 or a leading zero. */
export function plainPhone(written: string): string {
  return plainDigits(written)
    .replace(/^tel:/i, '')
    .replace(/^(?:(?:\+|00)910?(?=[0-9]{10}$)|0(?=[6-9][0-9]{9}$))/, '')
}

/** Returns an e-mail address without invisible characters, `mailto:` and a final full stop. */
export function plainEmail(written: string): string {
  return written
    .replace(unseen, '')
    .trim()
    .replace(/^mailto:\s*([^?]*).*$/is, '$1')
    .replace(/\.$/, '')
}

/** Returns a number in Latin digits without separators. */
export function plainDigits(written: string): string {
  return latinDigits(written).replace(/[\s().'’\u2010-\u2015\u2212-]/g, '')
}

/** Returns a day in any accepted format as YYYY-MM-DD. */
export function plainDay(written: string): string {
  return isoDay(latinDigits(written).trim())
}

/** Converts all digits to Latin and full-width characters to normal ones, and removes invisible characters. */
export function latinDigits(written: string): string {
  return written
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(/\p{Nd}/gu, latinDigit)
}

/** The ten digits of a script are at the beginning or end of a row of sixteen codes. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const isAtEnd = /\p{Nd}/u.test(String.fromCodePoint(code | 15))
  return String((code & 15) - (isAtEnd ? 6 : 0))
}

/** Returns a phone number with only its last four digits visible. */
export function maskPhone(phone: string): string {
  return `+91 XXXXXX${phone.slice(-4)}`
}
