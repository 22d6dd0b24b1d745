import { describe, expect, test } from 'vitest'
import { executiveForm } from '#messages/identity.ts'
import { resolved } from '#web/lib/form.ts'
import { plain, readDetails, type DetailField } from './details.ts'

const good = {
  aadhaar_no: '200000014321',
  name: 'Asha Patel',
  email: 'asha@example.in',
  gender: 'F',
  dob: '1994-08-17',
  phone: '9700000001',
  address: '14, Ring Road',
  city: 'Surat',
  state: 'Gujarat',
  country: 'India',
  pincode: '395002',
}

function errorsIn(details: Parameters<typeof readDetails>[0]) {
  return resolved(readDetails(details), { executiveForm }).errors
}

test('details are read as they are sent: trimmed, and numbers without what stands between their digits', () => {
  const written = { ...good, name: ' Asha Patel ', aadhaar_no: '2000 0001-4321', phone: '+91 97000 00001' }
  expect(readDetails({ ...written, pincode: '395 002' })).toEqual({ success: true, data: good })
})

test('a verified number stands there masked, and is right as it is', () => {
  expect(readDetails({ ...good, aadhaar_no: 'XXXXXXXX4321' })).toMatchObject({ success: true })
  expect(plain({ aadhaar_no: 'XXXXXXXX4321' })).toEqual({ aadhaar_no: 'XXXXXXXX4321' })
})

describe('what is wrong is said in the specification’s words', () => {
  test.each<[DetailField, string, string]>([
    ['aadhaar_no', '', 'Aadhaar number is required'],
    ['aadhaar_no', '20000001432', 'Aadhaar number must be 12 digits'],
    ['aadhaar_no', 'XXXXXXXX432', 'Aadhaar number must be 12 digits'],
    ['name', ' ', 'Name is required'],
    ['name', 'A', 'Name must be at least 2 characters'],
    ['email', 'asha', 'Invalid email format'],
    ['gender', '', 'Gender is required'],
    ['dob', '', 'Date of birth is required'],
    ['phone', '97000', 'Phone number must be 10 digits'],
    ['address', 'Ring', 'Address must be at least 5 characters'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['country', '', 'Country is required'],
    ['pincode', '3950020', 'Pincode must be 6 digits'],
  ])('%s: %j', (field, value, message) => {
    expect(errorsIn({ ...good, [field]: value })).toEqual({ [field]: { type: 'check', message } })
  })

  test('one for each field, in the order of the page, also where nothing was ever typed', () => {
    expect(Object.keys(errorsIn({}))).toEqual(Object.keys(good))
  })
})
