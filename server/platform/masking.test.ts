import { expect, test } from 'vitest'
import { maskContacts, maskEmail, maskNumber } from './masking.ts'

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

test.each([
  ['call +91 98765-43210 now', 'call +********3210 now'],
  ['+91\u00a098765\u00a043210', '+********3210'],
  ['98765\u201343210 or 98765\u201143210', '******3210 or ******3210'],
  ['(0261) 245.67.89', '(*******6789'],
  ['1,00,00,000 rupees, PIN 395002, 2019 - 2024', '1,00,00,000 rupees, PIN 395002, 2019 - 2024'],
])('in the text %j no phone number is left: %j', (text, shown) => {
  expect(maskContacts(text)).toBe(shown)
})
