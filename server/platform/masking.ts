import type { Field } from '#contract/fields/field.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'

/** Masks an e-mail address as `a***@e***.com`: first letter, domain's first letter and last label; `***` if it is none. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const ending = dot < 0 ? '' : domain.slice(dot)
  return `${firstLetter(email)}***@${firstLetter(domain)}***${ending}`
}

/** Masks a number as `******3210`; the last four digits stay only if more than four are hidden. */
export function maskNumber(number: string): string {
  const shown = number.length > 8 ? 4 : 0
  const hidden = number.length - shown
  return '*'.repeat(hidden) + number.slice(hidden)
}

const address = /[^\s@<>(),;:"]+@[^\s@<>(),;:"]*[^\s@<>(),;:".!?]/gu
/** Eight digits or more of any script, grouped like a phone number; prices, years and PIN codes have fewer. */
const number = /\p{Nd}(?:[\p{Zs}\p{Pd}.()/]{0,2}\p{Nd}){7,}/gu

/** Masks every e-mail address and every longer number in a text. */
export function maskContacts(text: string): string {
  return text
    .replaceAll(address, maskEmail)
    .replaceAll(number, (found) => maskNumber(found.replaceAll(/\P{Nd}/gu, '')))
}

/** Returns the whole first letter; half of a surrogate pair would be invalid. */
function firstLetter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x2a)
}

const hidden = '••••'

const masks: Record<Exclude<Field['mask'], false>, (value: string) => string> = {
  email: maskEmail,
  phone: maskNumber,
  aadhaar: (number) => maskAadhaar(number.slice(-4)),
  whole: (value) => (value === '' ? '' : hidden),
}

/** Masks a field's value; `reveal` shows it in full, except values that are never shown. */
export function maskField({ mask }: Field, value: string, reveal: boolean): string {
  return mask === false || (reveal && mask !== 'aadhaar') ? value : masks[mask](value)
}
