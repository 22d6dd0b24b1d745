import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { freshBytes } from '#server/platform/ids.ts'

/** Where an encrypted value is stored. It cannot be decrypted as the value of another row, column or table. */
export interface Place {
  table: string
  column: string
  row: string
}

/** Encrypts personal values with AES-256-GCM, and hashes them for lookups. */
export interface FieldCipher {
  /** `v1.keyId.nonce.ciphertext.tag`, the last three base64url. */
  encrypt(place: Place, text: string): string
  /** Returns the plain text. Throws `DecryptError` for a value that was altered, moved or has another key. */
  decrypt(place: Place, encrypted: string): string
  /** Returns 128 bits of HMAC-SHA-256 in base64url, with a key per column that outlives the data key. */
  index(column: string, value: string): string
  /** Returns the HMAC under each data key that still decrypts, newest first; for values that live for minutes. */
  macs(purpose: string, value: string): string[]
}

export class DecryptError extends Error {
  override name = 'DecryptError'
}

export const DATA_KEY_BYTES = 32

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const INDEX_BYTES = 16

interface OtherKeys {
  /** The previous data key, which still decrypts during a rotation. */
  previous?: Uint8Array | undefined
  /** The secret for `index` (`server/platform/crypto/key-check.ts`); by default the data key. */
  indexSecret?: Uint8Array | undefined
}

function derive(master: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', purpose, DATA_KEY_BYTES))
}

function additionalData(place: Place): Buffer {
  return Buffer.from(`${place.table}|${place.column}|${place.row}`)
}

// Node ignores characters outside base64url and spare bits, so an altered spelling would otherwise decrypt.
function exactBytes(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

function keyForEach(make: (column: string) => Buffer): (column: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (column) => {
    const key = known.get(column) ?? make(column)
    known.set(column, key)
    return key
  }
}

function keyIdOf(master: Uint8Array): string {
  return createHash('sha256').update(derive(master, 'key id')).digest('base64url').slice(0, 8)
}

/** Returns the prefix of every value that this master key encrypted. */
export function encryptedPrefix(master: Uint8Array): string {
  return `${VERSION}.${keyIdOf(master)}.`
}

function keyedHash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest().subarray(0, INDEX_BYTES).toString('base64url')
}

/** Creates the cipher of a master key of 32 bytes. Each purpose has its own derived key. */
export function createFieldCipher(
  master: Uint8Array,
  { previous, indexSecret = master }: OtherKeys = {},
): FieldCipher {
  const fieldKey = derive(master, 'field')
  const keyId = keyIdOf(master)
  const masters = previous ? [master, previous] : [master]
  const fieldKeys = new Map(masters.toReversed().map((each) => [keyIdOf(each), derive(each, 'field')]))
  const indexKey = keyForEach((column) => derive(indexSecret, `index ${column}`))
  const proofKeys = masters.map((each) => keyForEach((purpose) => derive(each, `proof ${purpose}`)))

  return {
    encrypt(place, text) {
      const nonce = freshBytes(NONCE_BYTES)
      const aes = createCipheriv('aes-256-gcm', fieldKey, nonce).setAAD(additionalData(place))
      const encrypted = Buffer.concat([aes.update(text, 'utf8'), aes.final()])
      const parts = [nonce, encrypted, aes.getAuthTag()].map((part) => part.toString('base64url'))
      return [VERSION, keyId, ...parts].join('.')
    },
    decrypt(place, encrypted) {
      const [version, id, ...rest] = encrypted.split('.')
      const [nonce, text, tag, ...more] = rest.map(exactBytes)
      const key = fieldKeys.get(id ?? '')
      if (version !== VERSION || !key || !nonce?.length || !text || !tag || more.length > 0) {
        throw new DecryptError('not encrypted with this key')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
        additionalData(place),
      )
      try {
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString()
      } catch (cause) {
        throw new DecryptError('altered or moved', { cause })
      }
    },
    index: (column, value) => keyedHash(indexKey(column), value),
    macs: (purpose, value) => proofKeys.map((keyFor) => keyedHash(keyFor(purpose), value)),
  }
}

/** Returns the result of `open`, or `otherwise` for an undecryptable value, which must not hide other records. */
export function openOr<Value, Otherwise>(open: () => Value, otherwise: Otherwise): Value | Otherwise {
  try {
    return open()
  } catch (error) {
    if (error instanceof DecryptError) return otherwise
    throw error
  }
}

/** Returns the row that `reading` gives, or undefined when it was altered. */
export async function unlessAltered<Row>(reading: Promise<Row>): Promise<Row | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DecryptError) return undefined
    throw error
  }
}

/** Yields the rows that can be decrypted and calls `unreadable` with the ids of the others. */
export function* readable<Row extends { id: string }, Value>(
  rows: readonly Row[],
  open: (row: Row) => Value,
  unreadable: (id: string) => void,
): Generator<Value> {
  for (const row of rows) {
    const value = openOr(() => ({ opened: open(row) }), undefined)
    if (value) yield value.opened
    else unreadable(row.id)
  }
}
