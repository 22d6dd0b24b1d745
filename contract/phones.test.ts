import { expect, test } from 'vitest'
import { maskPhone, plainDigits, plainPhone } from './phones.ts'

test.each([
  ['9876543210', '9876543210'],
  [' 98765 43210 ', '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['+91 (98765) 43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['98765\u00a043210', '9876543210'],
  ['98765‑43210', '9876543210'],
  // What is not such a number stays as it is, so that it is refused and not guessed at.
  ['919876543210', '919876543210'],
  ['98765432101', '98765432101'],
  ['+9198765', '+9198765'],
  ['0987654321', '0987654321'],
  ['phone', 'phone'],
])('%s is read as %s', (written, plain) => expect(plainPhone(written)).toBe(plain))

test('spaces and dashes between digits are left out, other characters are not', () => {
  expect(plainDigits('1234 5678-9012')).toBe('123456789012')
  expect(plainDigits('1234 5678 901O')).toBe('12345678901O')
})

test('of a phone number the last four digits are shown', () => {
  expect(maskPhone('9876543210')).toBe('+91 XXXXXX3210')
})
