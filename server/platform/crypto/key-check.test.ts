import { afterEach, describe, expect, it } from 'vitest'
import { createFieldCipher, DecryptError } from './field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { finishRotation, openFieldCipher, registerKeys } from './key-check.ts'

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const place = { table: 't', column: 'c', row: 'r' }

describe.each(engines)('the keys of a database on %s', (engine) => {
  const database = sharedDatabase(engine)
  afterEach(() => database.db.deleteFrom('key_check').execute())

  const take = (current: Buffer, previous?: Buffer) => registerKeys(database.db, { current, previous }, 1)
  const cipherOf = (current: Buffer, previous?: Buffer) => openFieldCipher(database.db, { current, previous })

  it('are the first ones registered, by whichever server', async () => {
    expect(await Promise.all([take(first), take(first)])).toEqual(['right', 'right'])
    expect(await take(second)).toBe('wrong')
    expect(await take(second, third)).toBe('wrong')
    expect(await take(first)).toBe('right')
  })

  it('replace one another once each, on servers started one after another', async () => {
    await take(first)
    // Each server can decrypt with the new key before any encrypts with it.
    expect(await take(first, second)).toBe('right')
    expect(await Promise.all([take(second, first), take(second, first)])).toContain('next')
    expect(await take(first, second)).toBe('behind')
    expect(await take(second, first)).toBe('right')
    expect(await take(second)).toBe('unfinished')
    expect(await take(first)).toBe('wrong')
    expect(await take(third, second)).toBe('unfinished')
    await finishRotation(database.db)
    expect(await take(second)).toBe('right')
    expect(await take(third, second)).toBe('next')
  })

  it('keep indices and decrypt values of the previous key', async () => {
    await take(first)
    const before = await cipherOf(first)
    const encrypted = before.encrypt(place, 'text')
    expect(before.index('c', 'value')).not.toBe(createFieldCipher(first).index('c', 'value'))
    await take(second, first)
    const after = await cipherOf(second, first)
    expect(after.decrypt(place, encrypted)).toBe('text')
    expect(after.index('c', 'value')).toBe(before.index('c', 'value'))
    expect((await cipherOf(first, second)).index('c', 'value')).toBe(before.index('c', 'value'))
    expect(() => before.decrypt(place, after.encrypt(place, 'text'))).toThrow(DecryptError)
    expect(after.macs('p', 'value')[1]).toBe(before.macs('p', 'value')[0])
    expect(after.macs('p', 'value')[0]).not.toBe(before.macs('p', 'value')[0])
  })
})
