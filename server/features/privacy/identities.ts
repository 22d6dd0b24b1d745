import { PHONE_DIGITS } from '#contract/fields.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** How an operator names a person. */
export type PersonQuery = { email: string } | { phone: string } | { id: string }

/** What identifies a person; of an Aadhaar number it is the keyed index. */
export interface Identities {
  emails: string[]
  phones: string[]
  aadhaar: string[]
}

export const nobody: Identities = { emails: [], phones: [], aadhaar: [] }

export function joined(one: Identities, other: Identities): Identities {
  const both = (name: keyof Identities) => [...new Set([...one[name], ...other[name]])]
  return { emails: both('emails'), phones: both('phones'), aadhaar: both('aadhaar') }
}

/** E-mail as it is indexed: upper and lower case are the same mailbox. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A phone as forms take it: ten digits, without country code and separators. */
export function normalPhone(phone: string): string {
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
  if (by === 'email') return value.includes('@') ? { email: value } : undefined
  const phone = phoneOf(value)
  return phone === undefined ? undefined : { phone }
}

/** Tables whose rows carry the keyed indices of an e-mail and a phone. */
export const indexedTables = ['enquiries', 'applications', 'executives'] as const
export type IndexedTable = (typeof indexedTables)[number]

/** Keyed indices by the column they are of; as a tombstone keeps them. */
export type Indices = Record<string, string[]>

/** The indices under which a person's rows are found. */
export function indicesOf(cipher: FieldCipher, { emails, phones, aadhaar }: Identities): Indices {
  const pairs = indexedTables.flatMap((table) => [
    [`${table}.email`, emails.map((email) => cipher.index(`${table}.email`, normalEmail(email)))],
    [`${table}.phone`, phones.map((phone) => cipher.index(`${table}.phone`, phone))],
  ])
  return Object.fromEntries([...pairs, ['aadhaar_number', aadhaar]])
}
