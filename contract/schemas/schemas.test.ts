import { expect, test } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { english } from '#tests/support/english.ts'
import { applicationForm } from '#contract/messages/en/careers.ts'
import { bankForm, mandateErrors } from '#contract/messages/en/mandates.ts'
import { missingDocuments } from '#contract/fields/application.ts'
import { careerApplication } from './careers.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { bankAnswer, bankDetails, updateMandateRequest } from './mandates.ts'
import { registrationFields } from './registrations.ts'

const { date_of_birth: birth } = careerApplication.shape
const { accountName } = bankDetails.shape

const written = ['1998-02-05', '05-02-1998', ' 05/02/1998 ']
// A browser in India writes midnight in UTC as the evening before.
const moments = ['1998-02-05T00:00:00.000Z', '1998-02-04T18:30:00.000Z', '1998-02-05T18:29:59Z']
const withZone = ['1998-02-05T00:00:00+05:30', '1998-02-05T00:00:00', '1998-02-05T23:30:00-08:00']
test.each([...written, ...moments, ...withZone])('the date of birth «%s» is 5 February 1998', (written) =>
  expect(birth.parse(written)).toBe('1998-02-05'),
)

const noDays = ['30-02-1998', '29-02-1900', '02/28/1998', '05-02/1998', '5-2-1998', '05-02-98', '00-01-1998']
const noMoments = ['21998-02-28', '1998-02-30T00:00:00Z', '1998-02-05T25:00:00Z', '1998-02-05 00:00']
test.each([...noDays, ...noMoments])('the date of birth «%s» is refused', (written) => {
  expect(birth.safeParse(written).error?.issues).toMatchObject([
    { message: 'applicationForm.date_of_birth.invalid' },
  ])
})

const applied = { full_name: 'Asha', email: 'x@y.in', phone: '0000000000', date_of_birth: '1900-01-01' }
test.each<[field: keyof typeof applicationForm & string, value: unknown, sentence: string]>([
  ['full_name', undefined, 'Full name is required'],
  ['full_name', ' \t\r\n ', 'Full name is required'],
  ['full_name', 'n'.repeat(1001), 'Name is too long'],
  ['email', undefined, 'Email is required'],
  ['email', 'a@b.in\r\nBcc: c@d.in', 'Invalid email address'],
  ['phone', undefined, 'Phone number is required'],
  ...['987654321', '98765432101', '98765x3210', '+929876543210'].map((phone): ['phone', string, string] => [
    'phone',
    phone,
    'Invalid phone number',
  ]),
  ['date_of_birth', undefined, 'Date of birth is required'],
  ['date_of_birth', '2999-01-01', applicationForm.date_of_birth.inFuture],
  ['address', 'a'.repeat(1001), applicationForm.address.tooLong],
])('of an application the field %s refuses %j with one sentence', (field, value, sentence) => {
  expect(careerApplication.safeParse(applied).success).toBe(true)
  const { error } = careerApplication.safeParse({ ...applied, [field]: value })
  expect(fieldErrors(error?.issues ?? [])).toMatchObject([{ field }])
  expect(fieldErrors(error?.issues ?? []).map(({ message }) => english(message))).toEqual([sentence])
})

test('only the resume is required', () => {
  const missing = missingDocuments(() => false).map(({ field, message }) => [field, english(message)])
  expect(missing).toEqual([['resume', 'Resume is required']])
  expect(missingDocuments((field) => field === 'resume')).toEqual([])
})

test.each(['Asha Mehta', "Asha D'Souza", 'Asha D’Souza', 'Dr. A. P. Namuna', ' MEHTA A '])(
  'the account name «%s» is one that the gateway accepts',
  (name) => expect(accountName.parse(name)).toBe(name.trim()),
)

const { required, tooShort, otherLetters } = bankForm.accountName
const refusedNames = ['Asha આશા', 'Zoë', 'Asha Rao-Patil', 'Asha 2', 'Asha (Jr)', '. .']
test.each([...refusedNames.map((name) => [name, otherLetters]), ['', required], ['आ', tooShort]])(
  'the account name «%s» is refused first with «%s»',
  (name, message) => {
    expect(english(accountName.safeParse(name).error?.issues[0]?.message ?? '')).toBe(message)
  },
)

test('a name that was sent to the gateway is not checked again', () => {
  expect(updateMandateRequest.shape.accountName.parse('Zoë')).toBe('Zoë')
})

/** The fields of a registration request. */
const good = {
  ...{ aadhaar_no: '234567890123', name: 'Asha Namuna', email: 'asha@example.in', dob: '1990-01-31' },
  ...{ gender: 'F', phone: '9876543210', address: '12 Ring Road', city: 'Surat', state: 'Gujarat' },
  ...{ country: 'India', pincode: '395002', accountName: 'Asha Namuna', accountNo: '123456789012' },
  ...{ ifscCode: 'HDFC0000001', transactionId: '1234567890123', consumerId: `c${'0'.repeat(19)}` },
  ...{ maxAmount: '5000', debitStartDate: '2026-11-20', debitEndDate: '2066-11-17' },
  ...Object.fromEntries(Object.keys(bankAnswer).map((name) => [name, ''])),
}

test.each([
  ['aadhaar_no', '', 'Aadhaar number is required'],
  ['aadhaar_no', '20000001432', 'Aadhaar number must be 12 digits'],
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
