import { beforeEach, expect, test, vi } from 'vitest'
import { registrationFieldNames, registrationFields } from '#contract/schemas/registrations.ts'
import { FakeRequest, playUploads } from '#web/lib/upload.fixture.ts'
import { missingIn, registerExecutive, registrationPayload } from './registration.tsx'

const details = {
  ...{ aadhaar_no: 'XXXXXXXX1234', name: 'Field Worker', email: 'worker@example.in', gender: 'O' },
  ...{ dob: '1996-05-23', phone: '9700000001', address: '12, Ring Road', city: 'Surat' },
  ...{ state: 'Gujarat', country: 'India', pincode: '395002' },
}
const order = {
  ...{ consumerId: 'c123456789012345678z', transactionId: '1234567890123', accountName: 'Field Worker' },
  ...{ accountNo: 'XXXXXXXX3000', ifscCode: 'HDFC0000001', maxAmount: '5000' },
  ...{ debitStartDate: '2026-11-20', debitEndDate: '2066-11-17' },
}
const acceptance = {
  ...{ mandateRegNo: '900000001', responseCode: '0398', responseMessage: 'initiated' },
  responseStatus: 'Initiated',
}
const payload = registrationPayload(details, order, acceptance)
const photo = new File(['a'], 'any.png', { type: 'image/png' })

beforeEach(() => {
  playUploads()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the contract accepts the payload, and nothing in it is missing', () => {
  expect(Object.keys(payload)).toEqual(registrationFieldNames)
  expect(registrationFields.safeParse(payload).success).toBe(true)
  expect(missingIn(payload)).toEqual([])
})

test('empty fields are named as in the payload, in its order', () => {
  const { city: _, ...withoutCity } = details
  const empty = { ...acceptance, mandateRegNo: '' }
  const incomplete = registrationPayload(withoutCity, { ...order, ifscCode: '  ' }, empty)
  expect(missingIn(incomplete)).toEqual(['city', 'ifscCode', 'mandateRegNo'])
})

test.each([
  ['a photo', payload, undefined, 'Profile photo is required'],
  ['a field', { ...payload, city: '' }, photo, 'Missing required fields: city'],
])('without %s nothing is sent', async (_, fields, picture, sentence) => {
  expect(await registerExecutive(fields, picture)).toEqual({ ok: false, sentences: [sentence] })
  expect(FakeRequest.last).toBeUndefined()
})

test('the photo is sent as profile_photo.png beside the fields, and an answer without a message is read', async () => {
  const registration = { _id: 'i', agreement_url: '/a' }
  FakeRequest.answer = { status: 201, text: JSON.stringify({ data: [registration] }) }
  expect(await registerExecutive(payload, photo)).toEqual({ ok: true, registration })
  expect(FakeRequest.last?.sent?.get('profile_photo')).toMatchObject({
    name: 'profile_photo.png',
    type: 'image/png',
  })
  expect(FakeRequest.last?.sent?.get('aadhaar_no')).toBe('XXXXXXXX1234')
})

test.each([
  ['the server’s sentence without a code', 400, JSON.stringify({ message: 'Not now.' }), 'Not now.'],
  ['the server’s sentence', 409, JSON.stringify({ message: 'Taken.', code: 'already_there' }), 'Taken.'],
  ['a proxy’s page', 502, '<h1>Bad gateway</h1>', 'Registration failed. Please try again.'],
  ['no answer', 0, '', 'An error occurred during registration.'],
  ['no record', 201, JSON.stringify({ message: 'm', data: [] }), 'Registration failed. Please try again.'],
])('%s is reported', async (_, status, text, sentence) => {
  FakeRequest.answer = { status, text }
  expect(await registerExecutive(payload, photo)).toEqual({ ok: false, sentences: [sentence] })
})
