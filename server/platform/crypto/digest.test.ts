import { expect, it } from 'vitest'
import { createFieldCipher } from './field-cipher.ts'
import { idFor } from './digest.ts'

it('an id made of a value is the same each time, another for another value, and never begins like an option', () => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const make = () => Array.from({ length: 1000 }, (_, value) => idFor(cipher, 'things', String(value)))
  const ids = make()
  expect(ids).toEqual(make())
  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^\w[\w-]{31}$/.test(id))).toEqual([])
})
