import * as z from 'zod/mini'
import { isoDay, isRealDate, todayInIndia } from '#contract/dates.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'

/** Longest name and e-mail, in Unicode characters, so that no script has less room (specification section 9). */
export const NAME_MAX = 100
export const EMAIL_MAX = 100
/** Digits of an Indian phone number without its country code. */
export const PHONE_DIGITS = 10
/** Digits of every one-time code. */
export const OTP_DIGITS = 6
/** Characters of a text that the specification does not limit. */
export const TEXT_MAX = 1000

/**
 * A field of a form, and of the record that is kept of it. Its key is its name everywhere: in the form, the request, the
 * record, its exports and the words (`enquiryForm.email`); a table has them in the order of the form.
 */
export interface Field {
  /** What is accepted; an optional field accepts that it is absent. */
  schema: z.ZodMiniType<string | undefined>
  /** How the form asks for it; a text of several lines has `rows`. Absent: a text of one line. */
  input?: Input
  /** What the notice before the form calls it, in English and small letters. */
  notice: string
  /** What staff call it. */
  desk: string
  /** What staff call each of its options. */
  optionNames?: Readonly<Record<string, string>>
  /** How the desk shows it until it is revealed; false: as it is. */
  mask: 'email' | 'phone' | 'aadhaar' | 'whole' | false
  /**
   * What the search finds it as; false: not at all. The first that is found as a name is what the person is called. Of a
   * masked place only the town and state count.
   */
  search: 'name' | 'email' | 'phone' | 'place' | false
  /** That it says what the person asks for, which stands first in their record. */
  asked?: true
  /** What it is of a row of a list: what the row is about, where the first one that was given counts, its experience, or its place. */
  row?: 'about' | 'experience' | 'place'
  /** How the mail to staff has it: in a line of its own, or as a paragraph under its name; false: not at all. */
  mail: 'line' | 'paragraph' | false
}

interface Input {
  type?: 'email' | 'tel' | 'date'
  inputMode?: 'email' | 'tel' | 'numeric'
  autoComplete?: string
  /** The first day that is taken, YYYY-MM-DD. */
  min?: string
  rows?: number
  /** The values of which one may be chosen, or none. */
  options?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

/** As much of a field as a form needs: those of the desk's own forms are kept of nobody. */
export type FormFields = Readonly<Record<string, Pick<Field, 'schema' | 'input'>>>

/** The names of a table's fields, in the order of the form. */
export function namesOf<Table extends FormFields>(fields: Table): (keyof Table & string)[] {
  return Object.keys(fields)
}

/** What is sent of a table's fields, as the shape of a schema. */
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

/** Whatever the dictionary has a `required` sentence for; what else can be wrong with it stands beside that. */
type FieldWords = { [Key in MessageKey]: Key extends `${infer Path}.required` ? Path : never }[MessageKey]
interface Rules {
  /** What is meant by what was written. */
  read?(written: string): string
  min?: number
  max?: number
  /** The sentence of a text over `max`, where several fields share one. */
  tooLong?: MessageKey
  shape?: RegExp
  valid?(text: string): boolean
}

/**
 * A trimmed text that must not be empty. Each check ends those after it, so that a field answers with one sentence and no
 * pattern runs over a long text. `words` is where the dictionary has its sentences.
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

/** A text of digits, as people write and group them in any script; programs may send a number. */
/* @__NO_SIDE_EFFECTS__ */
export function digits(words: FieldWords, rules: Rules) {
  return z.pipe(z.transform(numberAsText), text(words, { read: plainDigits, ...rules }))
}

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
/**
 * What a mail server can take (RFC 5321 without quotes), with a dot in the domain. Letters beyond ASCII stand in the domain, or
 * on both sides (RFC 6531): no server of an ASCII domain has such a mailbox.
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

/** An earlier day is a slip of the keys: browsers make the year 95 of two digits 0095. */
export const FIRST_BIRTHDAY = '1900-01-01'

/** A day of birth. The pages send YYYY-MM-DD; the calls take the ways in which India writes a day, and moments, as well. */
/* @__NO_SIDE_EFFECTS__ */
export function birthday(words: 'applicationForm.date_of_birth' | 'executiveForm.dob') {
  const isPossible = (day: string) => isRealDate(day) && day >= FIRST_BIRTHDAY
  return text(words, { read: plainDay, valid: isPossible }).check(
    z.refine((day) => day <= todayInIndia(), key(`${words}.inFuture`)),
  )
}

/** A number that was rounded on its way would be another account's: it is no text. */
function numberAsText(sent: unknown): unknown {
  return Number.isSafeInteger(sent) ? String(sent) : sent
}

/** What a check of zod says: a schema names its sentences, and whoever shows them says them in a language. */
export function key(name: MessageKey): MessageKey {
  return name
}

/** A text that may be absent, which is the same as empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number, tooLong: MessageKey) {
  return z.pipe(z.transform(absentAsEmpty), z.string().check(z.trim(), z.maxLength(max, tooLong)))
}

/** One of a few, or none; what is none of them counts as none, since it must not cost a person what they send. */
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
 * The day that names the notice which a form showed. Optional, for callers without a page; anything else counts as absent,
 * since it must not cost a person what they send.
 */
export const noticeVersion = z.catch(
  z.optional(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))),
  undefined,
)

/** What contacts, messengers and keyboards add without showing it: format characters, and selectors of a sign's variants. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu

/** The ten digits of an Indian number as people have it: grouped, as a link, after +91, 0091 or the zero of a trunk line. */
export function plainPhone(written: string): string {
  return plainDigits(written)
    .replace(/^tel:/i, '')
    .replace(/^(?:(?:\+|00)910?(?=[0-9]{10}$)|0(?=[6-9][0-9]{9}$))/, '')
}

/** An e-mail address without what is not seen, the scheme of a link, and the end of a sentence. */
export function plainEmail(written: string): string {
  return written
    .replace(unseen, '')
    .trim()
    .replace(/^mailto:\s*([^?]*).*$/is, '$1')
    .replace(/\.$/, '')
}

/** A number in Latin digits, without what people put between them. */
export function plainDigits(written: string): string {
  return latinDigits(written).replace(/[\s().'’\u2010-\u2015\u2212-]/g, '')
}

/** A day of a calendar as YYYY-MM-DD, in any of the ways in which a form or a program writes one. */
export function plainDay(written: string): string {
  return isoDay(latinDigits(written).trim())
}

/** The digits of every script as Latin ones, full-width signs as narrow ones, and nothing that is not seen. */
export function latinDigits(written: string): string {
  return written
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(/\p{Nd}/gu, latinDigit)
}

/** A script's ten digits stand at the beginning of a row of sixteen codes, or at its end. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const isAtEnd = /\p{Nd}/u.test(String.fromCodePoint(code | 15))
  return String((code & 15) - (isAtEnd ? 6 : 0))
}

/** A phone number of which the last four digits are shown. */
export function maskPhone(phone: string): string {
  return `+91 XXXXXX${phone.slice(-4)}`
}
