import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptFile, rewrapFile, wrappedKeyOf, encryptFile, encryptBytes } from './file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import { createFieldCipher, DecryptError } from './field-cipher.ts'

const cipher = createFieldCipher(randomBytes(32))
const id = newId()
const CHUNK = 64 * 1024
const ENCRYPTED_CHUNK = CHUNK + 16

async function* pieces(bytes: Uint8Array, sizes: readonly number[] = []): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source))
}

function encrypt(clear: Uint8Array, sizes?: readonly number[]): Promise<Buffer> {
  return whole(encryptFile(cipher, id, pieces(clear, sizes)))
}

function open(encrypted: Uint8Array, sizes?: readonly number[]): Promise<Buffer> {
  return whole(decryptFile(cipher, id, pieces(encrypted, sizes)))
}

/** The start of the chunks, after magic, two bytes of length, the encrypted key and seven random bytes. */
function headerLength(encrypted: Buffer): number {
  return 4 + 2 + encrypted.readUInt16BE(4) + 7
}

const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 })
/** Lengths around multiples of a chunk, and any other. */
const length = fc.oneof(
  fc.constantFrom(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 1),
  fc.integer({ min: 0, max: 3 * CHUNK }),
)

describe('an encrypted file', () => {
  it('decrypts to the same bytes, however the streams are divided', async () => {
    await fc.assert(
      fc.asyncProperty(length, sizes, sizes, async (size, inward, outward) => {
        const clear = randomBytes(size)
        const encrypted = await encrypt(clear, inward)
        const chunks = Math.max(1, Math.ceil(size / CHUNK))
        expect(encrypted.length).toBe(headerLength(encrypted) + size + 16 * chunks)
        expect((await open(encrypted, outward)).equals(clear)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('cannot be decrypted after any byte was altered', async () => {
    const encrypted = await encrypt(randomBytes(CHUNK + 100))
    const header = headerLength(encrypted)
    const places = fc.oneof(
      fc.integer({ min: 0, max: header - 1 }),
      fc.integer({ min: header, max: encrypted.length - 1 }),
      fc.integer({ min: header + ENCRYPTED_CHUNK - 20, max: header + ENCRYPTED_CHUNK + 20 }),
      fc.integer({ min: encrypted.length - 20, max: encrypted.length - 1 }),
    )
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bent = Buffer.from(encrypted)
        bent[at] = (bent[at] ?? 0) ^ change
        await expect(open(bent)).rejects.toThrow(DecryptError)
      }),
      { numRuns: 200 },
    )
  })

  it.each([0, CHUNK, CHUNK + 1])('of %d bytes cannot be decrypted when cut off anywhere', async (size) => {
    const encrypted = await encrypt(randomBytes(size))
    const header = headerLength(encrypted)
    const borders = [4, 6, header, header + 16, header + ENCRYPTED_CHUNK, encrypted.length]
    const around = borders.flatMap((end) => [end - 1, end, end + 1])
    for (const end of around.filter((one) => one < encrypted.length))
      await expect(open(encrypted.subarray(0, end))).rejects.toThrow(DecryptError)
  })

  it('cannot be decrypted with chunks swapped, repeated, left out or from another file', async () => {
    const clear = randomBytes(3 * CHUNK + 7)
    const [encrypted, other] = [await encrypt(clear), await encrypt(clear)]
    const header = encrypted.subarray(0, headerLength(encrypted))
    const chunksOf = (file: Buffer) =>
      [0, 1, 2, 3].map((number) =>
        file.subarray(headerLength(file)).subarray(number * ENCRYPTED_CHUNK, (number + 1) * ENCRYPTED_CHUNK),
      )
    const [a, b, c, d] = chunksOf(encrypted) as [Buffer, Buffer, Buffer, Buffer]
    const [x, y] = chunksOf(other) as [Buffer, Buffer]
    expect((await open(Buffer.concat([header, a, b, c, d]))).equals(clear)).toBe(true)
    const cut = [[a, b, d], [a, b, c], [b, c, d], [d], []]
    const others = [
      [b, a, c, d],
      [a, a, b, c, d],
      [a, b, c, d, d],
      [x, b, c, d],
      [a, y, c, d],
    ]
    for (const chunks of [...cut, ...others, [a, b, c, d, randomBytes(1)]])
      await expect(open(Buffer.concat([header, ...chunks]))).rejects.toThrow(DecryptError)
  })

  it('cannot be decrypted under another id', async () => {
    const elsewhere = decryptFile(cipher, newId(), pieces(await encrypt(randomBytes(100))))
    await expect(whole(elsewhere)).rejects.toThrow(DecryptError)
  })

  it('is decrypted only by the new key after its own key was re-encrypted', async () => {
    const [old, current] = [randomBytes(32), randomBytes(32)]
    const [before, after] = [createFieldCipher(old), createFieldCipher(current)]
    const turning = createFieldCipher(current, { previous: old })
    const bytes = randomBytes(100_000)
    const encrypted = await encryptBytes(before, id, bytes)
    const fresh = rewrapFile(turning, id, encrypted)
    expect(wrappedKeyOf(encrypted.subarray(0, 20))).toBeUndefined()
    expect(wrappedKeyOf(fresh)).not.toBe(wrappedKeyOf(encrypted))
    expect((await whole(decryptFile(after, id, pieces(fresh)))).equals(bytes)).toBe(true)
    await expect(whole(decryptFile(before, id, pieces(fresh)))).rejects.toThrow(DecryptError)
    expect(() => rewrapFile(after, id, encrypted)).toThrow(DecryptError)
    expect(() => rewrapFile(turning, newId(), encrypted)).toThrow(DecryptError)
    expect(() => rewrapFile(turning, id, Buffer.from('nothing of ours'))).toThrow(DecryptError)
  })

  it.each(['', 'AFF1', '%PDF-1.7 anything at all, longer than a header', '\0'.repeat(9000)])(
    'is not mistaken in %.20j',
    async (nonsense) => {
      await expect(open(Buffer.from(nonsense))).rejects.toThrow(DecryptError)
    },
  )

  it('yields nothing of an altered chunk', async () => {
    const clear = Buffer.alloc(2 * CHUNK, 'clear ')
    const encrypted = await encrypt(clear)
    const at = headerLength(encrypted) + ENCRYPTED_CHUNK + 5
    encrypted[at] = (encrypted[at] ?? 0) ^ 1
    const got: Buffer[] = []
    const reading = async () => {
      for await (const piece of decryptFile(cipher, id, pieces(encrypted))) got.push(piece)
    }
    await expect(reading()).rejects.toThrow(DecryptError)
    expect(Buffer.concat(got).equals(clear.subarray(0, CHUNK))).toBe(true)
  })

  it('is streamed without being collected', async () => {
    const piece = randomBytes(100_000)
    let sent = 0
    async function* long() {
      for (; sent < 50; sent += 1) yield piece
    }
    let length = 0
    let held = 0
    for await (const clear of decryptFile(cipher, id, encryptFile(cipher, id, long()))) {
      length += clear.length
      held = Math.max(held, sent * piece.length - length)
    }
    expect(length).toBe(5_000_000)
    expect(held).toBeLessThan(3 * CHUNK)
  })

  it('closes its source when it is not read to the end or cannot be decrypted', async () => {
    let closed = 0
    async function* source(bytes: Uint8Array) {
      try {
        yield* pieces(bytes, [1000])
      } finally {
        closed += 1
      }
    }
    const clear = randomBytes(3 * CHUNK)
    const encrypted = await encrypt(clear)
    for await (const piece of encryptFile(cipher, id, source(clear))) if (piece.length > CHUNK) break
    for await (const piece of decryptFile(cipher, id, source(encrypted))) if (piece.length > 0) break
    expect(closed).toBe(2)
    await expect(whole(decryptFile(cipher, id, source(randomBytes(9000))))).rejects.toThrow(DecryptError)
    expect(closed).toBe(3)
  })
})
