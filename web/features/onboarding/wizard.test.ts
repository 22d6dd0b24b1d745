import { expect, test } from 'vitest'
import { executiveForm } from '#messages/identity.ts'
import { resolved } from '#web/lib/form.ts'
import { emptySession } from './session-state.ts'
import { isVerified, plain, readDetails } from './wizard.ts'

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

test('details are read as they are sent: trimmed, and numbers without separators', () => {
  const written = { ...good, name: ' Asha Patel ', aadhaar_no: '2000 0001-4321', phone: '+91 97000 00001' }
  expect(readDetails({ ...written, pincode: '395 002' })).toEqual({ success: true, data: good })
})

test('a verified number is shown masked, and is valid like that', () => {
  expect(readDetails({ ...good, aadhaar_no: 'XXXXXXXX4321' })).toMatchObject({ success: true })
  expect(plain({ aadhaar_no: 'XXXXXXXX4321' })).toEqual({ aadhaar_no: 'XXXXXXXX4321' })
})

test.each([
  ['+91 97000 00001', true],
  ['9700000002', false],
])('of the phone %j it is known whether a code was entered for it: %j', (phone, is) => {
  const known = isVerified({ ...emptySession, phone: '9700000001' }, { phone })
  expect(known).toEqual({ aadhaar: false, phone: is })
})

test('each wrong field has one sentence, in the order of the page, even if nothing was typed', () => {
  expect(Object.keys(errorsIn({}))).toEqual(Object.keys(good))
  const message = 'Name must be at least 2 characters'
  expect(errorsIn({ ...good, name: 'A' })).toEqual({ name: { type: 'check', message } })
})
