import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCodePoint } from '#tests/support/any-code-point.ts'
import { idFor } from './digest.ts'
import { createFieldCipher, encryptedPrefix, DecryptError } from './field-cipher.ts'

const cipher = createFieldCipher(randomBytes(32))
const place = { table: 'enquiries', column: 'name', row: 'row-1' }
const text = fc.string({ unit: anyCodePoint, maxLength: 600 })
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= *\u0000é'

describe('an encrypted value', () => {
  it('decrypts to the same text, whatever it is', () => {
    const opens = (clear: string) => cipher.decrypt(place, cipher.encrypt(place, clear)) === clear
    fc.assert(fc.property(text, opens))
  })

  it('is different each time and reveals nothing of the text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (clear) => {
        const [one, two] = [cipher.encrypt(place, clear), cipher.encrypt(place, clear)]
        expect(one).not.toBe(two)
        expect(one).not.toContain(clear)
        expect(one).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/)
      }),
    )
  })

  it('cannot be decrypted after any character was altered', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom(...alphabet), (clear, at, other) => {
        const encrypted = cipher.encrypt(place, clear)
        const index = at % encrypted.length
        fc.pre(encrypted[index] !== other)
        const bent = encrypted.slice(0, index) + other + encrypted.slice(index + 1)
        expect(() => cipher.decrypt(place, bent)).toThrow(DecryptError)
      }),
      { numRuns: 1000 },
    )
  })

  it('cannot be decrypted with a character less or more', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom(...alphabet), (clear, at, extra) => {
        const encrypted = cipher.encrypt(place, clear)
        const index = at % encrypted.length
        const shorter = encrypted.slice(0, index) + encrypted.slice(index + 1)
        const longer = encrypted.slice(0, index) + extra + encrypted.slice(index)
        for (const bent of [shorter, longer, `${encrypted}.`, `${encrypted}${extra}`]) {
          expect(() => cipher.decrypt(place, bent)).toThrow(DecryptError)
        }
      }),
    )
  })

  it.each([
    ['another row', { ...place, row: 'row-2' }],
    ['another column', { ...place, column: 'email' }],
    ['another table', { ...place, table: 'jobs' }],
  ])('does not open in %s', (_, elsewhere) => {
    const encrypted = cipher.encrypt(place, 'Asha')
    expect(() => cipher.decrypt(elsewhere, encrypted)).toThrow(DecryptError)
  })

  it.each(['', 'v1....', 'Asha', 'v2.a.b.c.d', 'v1.x.y.z.!'])('is not mistaken in %j', (nonsense) => {
    expect(() => cipher.decrypt(place, nonsense)).toThrow(DecryptError)
  })

  it('reveals nothing of the value in an error', () => {
    const encrypted = cipher.encrypt(place, 'Asha Mehta')
    const open = () => cipher.decrypt({ ...place, row: 'row-2' }, encrypted)
    expect(open).toThrow(expect.objectContaining({ stack: expect.not.stringMatching(/Asha|v1\./) }))
  })
})

describe('a keyed index', () => {
  it('is the same for the same value and differs by value, column and key', () => {
    const other = createFieldCipher(randomBytes(32))
    fc.assert(
      fc.property(text, text, (one, two) => {
        const index = cipher.index('enquiries.email', one)
        expect(cipher.index('enquiries.email', one)).toBe(index)
        expect(index).toMatch(/^[\w-]{22}$/)
        expect(cipher.index('enquiries.phone', one)).not.toBe(index)
        expect(other.index('enquiries.email', one)).not.toBe(index)
        if (one !== two) expect(cipher.index('enquiries.email', two)).not.toBe(index)
      }),
    )
  })
})

describe('a key that follows another', () => {
  const [old, current, indexSecret] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const before = createFieldCipher(old, { indexSecret })
  const turning = createFieldCipher(current, { previous: old, indexSecret })
  const after = createFieldCipher(current, { indexSecret })

  it('decrypts values of both keys and encrypts with the new one', () => {
    expect(turning.decrypt(place, before.encrypt(place, 'Asha'))).toBe('Asha')
    const encrypted = turning.encrypt(place, 'Asha')
    expect(encrypted.startsWith(encryptedPrefix(current))).toBe(true)
    expect(after.decrypt(place, encrypted)).toBe('Asha')
    expect(() => before.decrypt(place, encrypted)).toThrow(DecryptError)
    expect(() => after.decrypt(place, before.encrypt(place, 'Asha'))).toThrow(DecryptError)
    expect(() => turning.decrypt({ ...place, row: 'x' }, before.encrypt(place, 'Asha'))).toThrow(DecryptError)
  })

  it('keeps the index, and for a while the proofs of the previous key', () => {
    expect(after.index('a', 'x')).toBe(before.index('a', 'x'))
    expect(turning.macs('a', 'x')).toEqual([...after.macs('a', 'x'), ...before.macs('a', 'x')])
    expect(after.macs('a', 'x')).not.toEqual(before.macs('a', 'x'))
  })
})

it('an id derived from a value is stable, differs by value, and never begins like an option', () => {
  const make = () => Array.from({ length: 1000 }, (_, value) => idFor(cipher, 'things', String(value)))
  const ids = make()
  expect(ids).toEqual(make())
  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^\w[\w-]{31}$/.test(id))).toEqual([])
})
