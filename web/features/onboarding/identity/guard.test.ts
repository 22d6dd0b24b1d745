import { expect, test } from 'vitest'
import { stopOf } from './leave-step.ts'

const wrong = { aadhaar: false, phone: false, fields: false }

test('the Aadhaar number is asked for first, then the phone, then the fields', () => {
  expect(stopOf(wrong)).toEqual({ at: 'aadhaar', message: 'Please verify your Aadhaar number first' })
  expect(stopOf({ ...wrong, aadhaar: true })).toEqual({
    at: 'phone',
    message: 'Please verify your phone number first',
  })
  expect(stopOf({ aadhaar: true, phone: true, fields: false })).toEqual({
    at: 'fields',
    message: 'Please fill all required fields correctly',
  })
  expect(stopOf({ aadhaar: true, phone: true, fields: true })).toBe(undefined)
})
