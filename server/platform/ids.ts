import { randomFillSync, randomInt } from 'node:crypto'

const POOL_BYTES = 4096
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES

/** Returns random bytes, fetched in large amounts, since a call for 4096 costs as much as one for 12. */
export function freshBytes(count: number): Buffer {
  if (used + count > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + count))
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

/**
 * Returns an unguessable id: 192 random bits as 32 base64url characters. It never begins with a hyphen, which a
 * command line would take for an option.
 */
export function newId(): string {
  const id = freshBytes(24).toString('base64url')
  return id.startsWith('-') ? newId() : id
}

export function isId(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

/** Digits and letters that nobody confuses (Crockford's base 32). */
const REFERENCE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns so many random letters and digits (five random bits each). */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => REFERENCE_LETTERS.charAt(randomInt(32))).join('')
}

/** Returns a record's name for people, such as `EX-7K3M9Q`: 30 random bits. It opens nothing and may be taken. */
export function newReference(kind: string): string {
  return `${kind}-${randomLetters(6)}`
}

/** Returns ids of requests: a random prefix of this process and a count, so that they are cheap and unique. */
export function requestIds(): () => string {
  const process = freshBytes(9).toString('base64url')
  let count = 0
  return () => `${process}-${(count += 1).toString(36)}`
}
