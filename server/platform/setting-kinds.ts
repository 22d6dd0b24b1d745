import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { EMAIL_MAX } from '#contract/fields/field.ts'
import { defaultLanguage, type Language, languageCodes } from '#contract/messages/languages.ts'
import { parseDataKey } from '#server/platform/data-folder.ts'

/** One setting: a row of docs/settings.md and of `.env.example`. */
export interface Setting {
  default: string
  meaning: string
  schema: z.ZodType
}

export type SettingTable = Record<string, Setting>
export type ValuesOf<Table extends SettingTable> = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

export function url(protocols: readonly string[], words: string) {
  return z.string().refine((value) => isUrl(value, protocols), words)
}

export function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value.replace(/\/$/, '')
}

const portWords = 'must be a port number from 0 to 65535'
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portWords)
  .transform(Number)
  .refine((value) => value <= 65_535, portWords)

const scaleWords = 'must be a number above 0, at most 1000000'
export const scale = z
  .string()
  .regex(/^\d+(\.\d+)?$/, scaleWords)
  .transform(Number)
  .refine((value) => value > 0 && value <= 1e6, scaleWords)

const rupeesWords = 'must be rupees from 1 to 10000000, such as 5000 or 4999.50'
/** One crore, the most that banks register (National Payments Corporation, 2023-24). */
const MOST_RUPEES = 1e7
export const rupees = z
  .string()
  .regex(/^[0-9]{1,8}(\.[0-9]{1,2})?$/, rupeesWords)
  .transform(Number)
  .refine((value) => value >= 1 && value <= MOST_RUPEES, rupeesWords)

export const feeWords = `must be none, or ${rupeesWords.slice('must be '.length)}`

/** Minutes after midnight; undefined for `none`. */
export const timeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|none)$/, 'must be a time of day such as 08:00, or none')
  .transform((value) => {
    const [hours, minutes] = value.split(':').map(Number)
    return minutes === undefined ? undefined : (hours ?? 0) * 60 + minutes
  })

export const networks = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (list) => list.every((one) => ipaddr.isValid(one) || ipaddr.isValidCIDR(one)),
    'must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
  )

export const dataKey = z.string().transform((value, context) => {
  const key = parseDataKey(value)
  if (key) return key
  context.addIssue('must be 32 random bytes in base64 or hexadecimal')
  return z.NEVER
})

/** A daily limit for something that costs money or that a person reads. */
export const dailyBudget = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
  .transform(Number)

export const workingDays = z
  .string()
  .regex(/^([1-9]|[12]\d|30)$/, 'must be a whole number of days from 1 to 30')
  .transform(Number)

export const mailAddress = z
  .string()
  .max(EMAIL_MAX, 'is too long')
  .regex(z.regexes.html5Email, 'must be an e-mail address')
export const webAddress = url(['https:', 'http:'], 'must be a web address that begins with https://')
/** A contact as RFC 9116 requires: a `mailto:` or https address. */
export const securityContact = z.string().transform((value, context) => {
  if (mailAddress.safeParse(value).success) return `mailto:${value}`
  if (isUrl(value, ['https:'])) return new URL(value).href
  context.addIssue('must be an e-mail address, or a web address that begins with https://')
  return z.NEVER
})
export const phoneNumber = z
  .string()
  .regex(/^\+?\d[\d ()-]{6,20}\d$/, 'must be a phone number such as +91 261 400 0000')
export const internationalNumber = z
  .string()
  .regex(
    /^\+[1-9][\d ]{8,18}$/,
    'must be a number with + and the code of its country, such as +91 98250 00000',
  )
const weekday = '(Mo|Tu|We|Th|Fr|Sa|Su)'
const time = '([01]\\d|2[0-3]):[0-5]\\d'
export const openingHours = z
  .string()
  .regex(
    new RegExp(`^${weekday}(-${weekday})? ${time}-${time}$`),
    'must be days and hours such as Mo-Sa 10:00-19:00',
  )
export const gstin = z
  .string()
  .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'must be the 15 characters of a GSTIN')
export const pictureFile = z
  .string()
  .regex(/\.(jpg|png|webp|avif)$/, 'must be a file whose name ends in .jpg, .png, .webp or .avif')
export const oneLine = z.string().max(120, 'must be at most 120 characters')
/** A key or token of a provider. It is sent in a header, so it is one word of ASCII. */
export const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be one word without spaces, as the provider gave it')

/** Base64 of a PKCS#12 file. Whether the password opens it is checked later. */
export const pkcs12 = z.string().transform((value, context) => {
  const text = value.replaceAll(/\s/g, '')
  const bytes = Buffer.from(text, 'base64')
  if (/^[\w+/-]{100,40000}={0,2}$/.test(text) && bytes[0] === 0x30) return bytes
  context.addIssue('must be a PKCS#12 file in base64 (base64 -w0 agency.p12)')
  return z.NEVER
})

const languagesWords = `must name languages of the site, separated by commas: ${languageCodes.join(', ')}`
/** Language codes; English is always added. */
export const languageList = z
  .string()
  .transform((value) => value.split(',').map((code) => code.trim()))
  .refine((codes) => codes.every((code) => languageCodes.some((one) => one === code)), languagesWords)
  .transform((codes): Language[] => [...new Set([defaultLanguage, ...(codes as Language[])])])
