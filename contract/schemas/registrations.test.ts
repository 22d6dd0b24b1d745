import { expect, it } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { mandateErrors } from '#contract/messages/en/mandates.ts'
import { english } from '#tests/support/english.ts'
import { bankAnswer } from './mandates.ts'
import { registrationFields } from './registrations.ts'

const good = {
  ...{ aadhaar_no: '234567890123', name: 'Asha Namuna', email: 'asha@example.in', dob: '1990-01-31' },
  ...{ gender: 'F', phone: '9876543210', address: '12 Ring Road', city: 'Surat', state: 'Gujarat' },
  ...{ country: 'India', pincode: '395002', accountName: 'Asha Namuna', accountNo: '123456789012' },
  ...{ ifscCode: 'HDFC0000001', transactionId: '1234567890123', consumerId: `c${'0'.repeat(19)}` },
  ...{ maxAmount: '5000', debitStartDate: '2026-11-20', debitEndDate: '2066-11-17' },
  ...Object.fromEntries(Object.keys(bankAnswer).map((name) => [name, ''])),
}

it.each([
  ['aadhaar_no', '', 'Aadhaar number is required'],
  ['aadhaar_no', '20000001432', 'Aadhaar number must be 12 digits'],
  ['aadhaar_no', 'XXXXXXXX432', 'Aadhaar number must be 12 digits'],
  ['name', ' ', 'Name is required'],
  ['name', 'A', 'Name must be at least 2 characters'],
  ['email', 'asha', 'Invalid email format'],
  ['gender', '', 'Gender is required'],
  ['gender', 'X', 'Gender is required'],
  ['dob', '', 'Date of birth is required'],
  ['dob', '1990-02-30', executiveForm.dob.invalid],
  ['phone', '97000', 'Phone number must be 10 digits'],
  ['address', 'Ring', 'Address must be at least 5 characters'],
  ['city', '', 'City is required'],
  ['state', '', 'State is required'],
  ['country', '', 'Country is required'],
  ['pincode', '3950020', 'Pincode must be 6 digits'],
  ['accountName', '', 'Account name is required'],
  ['accountName', 'A', 'Account name must be at least 2 characters'],
  ['accountNo', '', 'Account number is required'],
  ['accountNo', '12345678', 'Account number must be 9 to 18 digits'],
  ['accountNo', '1234567890123456789', 'Account number must be 9 to 18 digits'],
  ['ifscCode', '', 'IFSC code is required'],
  ['ifscCode', 'HDFC1000001', 'Invalid IFSC code format'],
  ['transactionId', '123', mandateErrors.unusable],
  ['consumerId', 'C123', mandateErrors.unusable],
  ['maxAmount', '-1', mandateErrors.unusable],
  ['debitStartDate', '20.11.2026', mandateErrors.unusable],
  ['responseMessage', 'x'.repeat(501), mandateErrors.unusable],
])('a registration whose %s is «%s» is refused under that field', (field, value, message) => {
  expect(registrationFields.safeParse(good).success).toBe(true)
  const { error } = registrationFields.safeParse({ ...good, [field]: value })
  const faults = fieldErrors(error?.issues ?? [])
  expect(faults.map((fault) => [fault.field, english(fault.message)])).toEqual([[field, message]])
})
