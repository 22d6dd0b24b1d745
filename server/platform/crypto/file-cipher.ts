import { createCipheriv, createDecipheriv } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ByteReader } from '#server/platform/byte-reader.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { type FieldCipher, DecryptError } from './field-cipher.ts'

/*
 * An encrypted file: `AFF1`, the length of its encrypted key (two bytes), the encrypted key, seven random bytes, then
 * chunks of 64 KiB, each AES-256-GCM followed by its tag. A chunk's nonce consists of the seven bytes, its number (four
 * bytes) and a flag for the last chunk, so chunks cannot be reordered, repeated or cut off (the STREAM construction of
 * Hoang, Reyhanitabar, Rogaway and Vizár, 2015). Each file has its own key, encrypted for the id of the file.
 */
const MAGIC = Buffer.from('AFF1')
const PREFIX_BYTES = 7
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024

function place(id: string) {
  return { table: 'files', column: 'key', row: id }
}

function nonce(prefix: Buffer, number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(PREFIX_BYTES + 5)
  prefix.copy(bytes)
  bytes.writeUInt32BE(number, PREFIX_BYTES)
  bytes.writeUInt8(last ? 1 : 0, PREFIX_BYTES + 4)
  return bytes
}

/** Encrypts a stream with a new key that is bound to `id`. Holds one chunk at a time. */
export async function* encryptFile(
  cipher: FieldCipher,
  id: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const key = freshBytes(KEY_BYTES)
  const prefix = freshBytes(PREFIX_BYTES)
  const wrappedKey = Buffer.from(cipher.encrypt(place(id), key.toString('base64url')))
  yield Buffer.concat([MAGIC, lengthOf(wrappedKey), wrappedKey, prefix])
  let number = 0
  for await (const { bytes, last } of inChunks(source, CHUNK_BYTES)) {
    const aes = createCipheriv('aes-256-gcm', key, nonce(prefix, number, last))
    yield aes.update(bytes)
    yield Buffer.concat([aes.final(), aes.getAuthTag()])
    number += 1
  }
}

/** Encrypts bytes into one buffer. */
export function encryptBytes(cipher: FieldCipher, id: string, bytes: Buffer): Promise<Buffer> {
  return buffer(encryptFile(cipher, id, [bytes]))
}

/** Returns the encrypted key from the head of an encrypted file; undefined when the head is too short or invalid. */
export function wrappedKeyOf(head: Buffer): string | undefined {
  const begin = MAGIC.length + 2
  if (head.length < begin || !head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const end = begin + head.readUInt16BE(MAGIC.length)
  return head.length < end ? undefined : head.toString('latin1', begin, end)
}

/** Returns the file with its key re-encrypted by a cipher that decrypts the old one. The content stays. */
export function rewrapFile(cipher: FieldCipher, id: string, encrypted: Buffer): Buffer {
  const old = wrappedKeyOf(encrypted)
  if (old === undefined) throw new DecryptError('not an encrypted file')
  const fresh = Buffer.from(cipher.encrypt(place(id), cipher.decrypt(place(id), old)))
  const rest = encrypted.subarray(MAGIC.length + 2 + old.length)
  return Buffer.concat([MAGIC, lengthOf(fresh), fresh, rest])
}

function lengthOf(wrappedKey: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(wrappedKey.length)
  return length
}

/** Yields the plain bytes of an encrypted file chunk by chunk. Throws `DecryptError` at the first altered chunk. */
export async function* decryptFile(
  cipher: FieldCipher,
  id: string,
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(encrypted)
  try {
    yield* openWith(cipher, id, reader)
  } finally {
    await reader.close()
  }
}

async function* openWith(cipher: FieldCipher, id: string, reader: ByteReader): AsyncGenerator<Buffer> {
  const take = async (count: number) => {
    const bytes = await reader.take(count)
    if (!bytes) throw new DecryptError('cut off')
    return bytes
  }
  if (!(await take(MAGIC.length)).equals(MAGIC)) throw new DecryptError('not an encrypted file')
  const length = (await take(2)).readUInt16BE()
  const wrappedKey = (await take(length)).toString()
  const key = Buffer.from(cipher.decrypt(place(id), wrappedKey), 'base64url')
  const prefix = await take(PREFIX_BYTES)
  let number = 0
  for await (const { bytes, last } of inChunks(reader.rest(), CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(bytes, key, nonce(prefix, number, last))
    number += 1
  }
}

function openChunk(bytes: Buffer, key: Buffer, iv: Buffer): Buffer {
  const end = bytes.length - TAG_BYTES
  if (end < 0) throw new DecryptError('cut off')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    const clear = decipher.update(bytes.subarray(0, end))
    // `final` returns no bytes in this mode, but it compares the tag.
    decipher.final()
    return clear
  } catch (cause) {
    throw new DecryptError('altered or cut off', { cause })
  }
}

/**
 * Cuts a stream into chunks of one size and marks the last; an empty stream gives one empty chunk. All chunks share one
 * buffer: with many simultaneous uploads, new buffers would pile up faster than they are collected.
 */
async function* inChunks(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  const chunk = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of source) {
    let rest = piece
    while (filled + rest.length > size) {
      chunk.set(rest.subarray(0, size - filled), filled)
      rest = rest.subarray(size - filled)
      filled = 0
      yield { bytes: chunk, last: false }
    }
    chunk.set(rest, filled)
    filled += rest.length
  }
  yield { bytes: chunk.subarray(0, filled), last: true }
}
