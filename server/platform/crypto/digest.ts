import { createHash } from 'node:crypto'
import type { FieldCipher } from './field-cipher.ts'

/** Returns the SHA-256 in lower-case hexadecimal, the form of every hash that the product stores or shows. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns the SHA-256 of a value's JSON. The order of an object's fields matters. */
export function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value))
}

const TOKEN_BYTES = 24

/**
 * Returns a token of 192 bits in 32 base64url characters: a keyed hash of `value`, whose key is not in the database.
 * The token is not stored; it is derived again when its mail is sent again.
 */
export function tokenFor(cipher: Pick<FieldCipher, 'index'>, purpose: string, value: string): string {
  const halves = ['a', 'b'].map((half) => cipher.index(`${purpose}.${half}`, value))
  const bytes = Buffer.concat(halves.map((half) => Buffer.from(half, 'base64url')))
  return bytes.subarray(0, TOKEN_BYTES).toString('base64url')
}

/** Returns an unguessable id derived from a value. It never begins with `-`, so commands accept it. */
export function idFor(cipher: Pick<FieldCipher, 'index'>, purpose: string, value: string): string {
  return tokenFor(cipher, purpose, value).replace(/^-/, '_')
}

/** Returns the stored form of a token. It needs no salt: 192 bits cannot be guessed. */
export function tokenHash(token: string): string {
  return sha256(token)
}

/** Returns the keyed hash that stands for an Aadhaar number, which is never stored itself. */
export function aadhaarIndex(cipher: FieldCipher, aadhaarNumber: string): string {
  return cipher.index('aadhaar_number', aadhaarNumber)
}
