import { PHONE_DIGITS } from '#contract/fields/field.ts'

/** How somebody at the agency names a person; `id` is a reference, a row's id or a transaction. */
export type PersonQuery = { email: string } | { phone: string } | { id: string }

/** E-mail as it is indexed: upper and lower case are the same mailbox. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A phone as forms take it: ten digits, without country code and separators. */
function normalPhone(phone: string): string {
  return phone.replaceAll(/[\s().-]/g, '').replace(/^(\+91|0091|91|0)(?=[0-9]{10}$)/, '')
}

/** The phone that a text is; undefined where it is none. */
export function phoneOf(text: string): string | undefined {
  const phone = normalPhone(text)
  return new RegExp(`^[0-9]{${PHONE_DIGITS}}$`).test(phone) ? phone : undefined
}

/** The query for a person who is named by one of these; undefined for what is no e-mail address, or no phone. */
export function queryOf(by: 'email' | 'phone' | 'id', value: string): PersonQuery | undefined {
  if (by === 'id') return { id: value }
  if (by === 'email') return value.includes('@') ? { email: normalEmail(value) } : undefined
  const phone = phoneOf(value)
  return phone === undefined ? undefined : { phone }
}
