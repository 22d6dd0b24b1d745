import * as z from 'zod/mini'
import { isoDay } from '#contract/dates.ts'
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

/** The address grammar of the HTML standard, the one browsers apply to type=email, with a dot in the domain. */
export const emailPattern = new RegExp(z.regexes.html5Email.source.replace('@', '@(?=[^@]*\\.)'))

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

/** The ten digits of an Indian number as people write it: with spaces, dashes or brackets, after +91 or a mobile's zero. */
export function plainPhone(written: string): string {
  return plainDigits(written).replace(/^(?:\+91(?=[0-9]{10}$)|0(?=[6-9][0-9]{9}$))/, '')
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
