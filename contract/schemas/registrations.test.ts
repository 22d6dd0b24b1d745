import { expect, it } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { bankForm, mandateErrors } from '#contract/messages/en/mandates.ts'
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
  ['aadhaar_no', '12345678901', executiveForm.aadhaar_no.invalid],
  ['name', 'A', executiveForm.name.tooShort],
  ['email', 'nobody', executiveForm.email.invalid],
  ['dob', '1990-02-30', executiveForm.dob.invalid],
  ['gender', 'X', executiveForm.gender.required],
  ['phone', '98765', executiveForm.phone.invalid],
  ['address', 'abcd', executiveForm.address.tooShort],
  ['pincode', '39500', executiveForm.pincode.invalid],
  ['accountName', 'A', bankForm.accountName.tooShort],
  ['accountNo', '12345678', bankForm.accountNo.invalid],
  ['ifscCode', 'hdfc1000001', bankForm.ifscCode.invalid],
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
