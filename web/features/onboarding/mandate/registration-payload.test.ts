import { expect, test } from 'vitest'
import { registrationFieldNames, registrationFields } from '#contract/schemas/registrations.ts'
import { missingIn, registrationPayload } from './registration-payload.ts'

const details = {
  aadhaar_no: 'XXXXXXXX1234',
  name: 'Field Worker',
  email: 'worker@example.in',
  gender: 'O',
  dob: '1996-05-23',
  phone: '9700000001',
  address: '12, Ring Road',
  city: 'Surat',
  state: 'Gujarat',
  country: 'India',
  pincode: '395002',
}
const order = {
  consumerId: 'c123456789012345678z',
  transactionId: '1234567890123',
  accountName: 'Field Worker',
  accountNo: 'XXXXXXXX3000',
  ifscCode: 'HDFC0000001',
  maxAmount: '5000',
  debitStartDate: '2026-11-20',
  debitEndDate: '2066-11-17',
}
const taken = {
  mandateRegNo: '900000001',
  responseCode: '0398',
  responseMessage: 'initiated',
  responseStatus: 'Initiated',
}

test('the payload is what the contract takes, and nothing of it is missing', () => {
  const payload = registrationPayload(details, order, taken)
  expect(Object.keys(payload)).toEqual(registrationFieldNames)
  expect(registrationFields.safeParse(payload).success).toBe(true)
  expect(missingIn(payload)).toEqual([])
})

test('what is empty is named as the payload names it, in its order', () => {
  const { city: _, ...withoutCity } = details
  const payload = registrationPayload(
    withoutCity,
    { ...order, ifscCode: '  ' },
    { ...taken, mandateRegNo: '' },
  )
  expect(missingIn(payload)).toEqual(['city', 'ifscCode', 'mandateRegNo'])
})
