import { createHash } from 'node:crypto'
import type { FieldCipher } from './field-cipher.ts'

/** Lower-case hexadecimal SHA-256: the one form in which the product stores, shows and compares what something was. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The same of a value of texts, numbers and lists, over its JSON: the order of an object's fields counts. */
export function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value))
}

const TOKEN_BYTES = 24

/**
 * A token of 192 bits as 32 base64url characters: the keyed hash of `value`, under a key that is not in the
 * database. It is kept nowhere and can be made again for a mail that is sent again.
 */
export function tokenFor(cipher: Pick<FieldCipher, 'index'>, purpose: string, value: string): string {
  const halves = ['a', 'b'].map((half) => cipher.index(`${purpose}.${half}`, value))
  const bytes = Buffer.concat(halves.map((half) => Buffer.from(half, 'base64url')))
  return bytes.subarray(0, TOKEN_BYTES).toString('base64url')
}

/** The id of what has this value, the same each time; unguessable as `newId` makes them, and for command lines too. */
export function idFor(cipher: Pick<FieldCipher, 'index'>, purpose: string, value: string): string {
  return tokenFor(cipher, purpose, value).replace(/^-/, '_')
}

/** What the database has of a token. A hash without a salt is enough: there is nothing to guess in 192 bits. */
export function tokenHash(token: string): string {
  return sha256(token)
}

/** The keyed hash that identifies an Aadhaar number; the number itself is stored nowhere. */
export function aadhaarIndex(cipher: FieldCipher, aadhaarNumber: string): string {
  return cipher.index('aadhaar_number', aadhaarNumber)
}
