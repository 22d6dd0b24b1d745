import { expect, test } from 'vitest'
import { maskEmail, maskNumber } from './masking.ts'

test.each([
  ['tara@example.com', 't***@e***.com'],
  ['a@b.in', 'a***@b***.in'],
  ['info@mail.agency.co.in', 'i***@m***.in'],
  ['root@localhost', 'r***@l***'],
  ['"a@b"@example.org', '"***@e***.org'],
  ['𝒶sha@example.com', '𝒶***@e***.com'],
  ['no address', '***'],
  ['@example.com', '***'],
  ['', '***'],
])('the e-mail %j is shown as %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test.each([
  ['9876543210', '******3210'],
  ['123456789', '*****6789'],
  ['12345678', '********'],
  ['1234', '****'],
  ['', ''],
])('the number %j is shown as %j', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})
