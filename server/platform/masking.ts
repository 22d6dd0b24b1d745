import type { Field } from '#contract/fields/field.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'

/** An e-mail address as `a***@e***.com`: first letter, domain's first letter and last label; `***` when it is none. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const ending = dot < 0 ? '' : domain.slice(dot)
  return `${firstLetter(email)}***@${firstLetter(domain)}***${ending}`
}

/** A number as `******3210`: the last four stay where more than four are hidden, otherwise none does. */
export function maskNumber(number: string): string {
  const shown = number.length > 8 ? 4 : 0
  const hidden = number.length - shown
  return '*'.repeat(hidden) + number.slice(hidden)
}

const address = /[^\s@<>(),;:"]+@[^\s@<>(),;:"]*[^\s@<>(),;:".!?]/gu
/** Eight digits or more of any script, as people and programs group those of a phone: prices, years and PIN codes have fewer. */
const number = /\p{Nd}(?:[\p{Zs}\p{Pd}.()/]{0,2}\p{Nd}){7,}/gu

/** A text in which every e-mail address and every longer number is masked. */
export function maskContacts(text: string): string {
  return text
    .replaceAll(address, maskEmail)
    .replaceAll(number, (found) => maskNumber(found.replaceAll(/\P{Nd}/gu, '')))
}

/** Whole letters: half of a surrogate pair would be no text. */
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

/** A field's value behind its mask; `reveal` shows it whole, but for what is never shown so. */
export function maskField({ mask }: Field, value: string, reveal: boolean): string {
  return mask === false || (reveal && mask !== 'aadhaar') ? value : masks[mask](value)
}
