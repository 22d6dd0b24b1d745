import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerExecutive } from './register-call.ts'
import { registrationPayload } from './registration-payload.ts'

const taken = { mandateRegNo: '1', responseCode: '0398', responseMessage: 'x', responseStatus: 'Initiated' }
const order = {
  ...{ accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001', maxAmount: '5000' },
  ...{ consumerId: 'c', transactionId: '1', debitStartDate: '2026-11-20', debitEndDate: '2066-11-17' },
}
const details = {
  ...{ aadhaar_no: 'XXXXXXXX1234', name: 'Field Worker', email: 'worker@example.in', gender: 'O' },
  ...{ dob: '1996-05-23', phone: '9700000001', address: '12, Ring Road', city: 'Surat' },
  ...{ state: 'Gujarat', country: 'India', pincode: '395002' },
}
const payload = registrationPayload(details, order, taken)
const photo = new File(['a'], 'any.png', { type: 'image/png' })

/** As much of a browser's request as this call meets; it is answered as soon as it is sent. */
let sent: FormData[] = []
let answer: { status: number; text: string }
class FakeRequest {
  upload = {}
  onloadend?: () => void
  status = 0
  responseText = ''
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    sent.push(form)
    Object.assign(this, { status: answer.status, responseText: answer.text })
    this.onloadend?.()
  }
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('without a photo, or with something empty, nothing is sent', async () => {
  expect(await registerExecutive(payload, undefined)).toEqual({
    ok: false,
    sentences: ['Profile photo is required'],
  })
  expect(await registerExecutive({ ...payload, city: '', mandateRegNo: '' }, photo)).toEqual({
    ok: false,
    sentences: ['Missing required fields: city, mandateRegNo'],
  })
  expect(sent).toEqual([])
})

test('the photo goes as profile_photo.png beside the fields', async () => {
  answer = { status: 201, text: JSON.stringify({ message: 'm', data: [{ _id: 'i', agreement_url: '/a' }] }) }
  expect(await registerExecutive(payload, photo)).toEqual({
    ok: true,
    registration: { _id: 'i', agreement_url: '/a' },
  })
  const file = sent[0]?.get('profile_photo')
  expect(file).toMatchObject({ name: 'profile_photo.png', type: 'image/png' })
  expect(sent[0]?.get('aadhaar_no')).toBe('XXXXXXXX1234')
})

test.each([
  [
    409,
    JSON.stringify({ message: 'Taken.', code: 'already_there' }),
    ['Taken.'],
    'the server’s words where it has some',
  ],
  [
    502,
    '<h1>Bad gateway</h1>',
    ['Registration failed. Please try again.'],
    'the catalogue’s where it has none',
  ],
  [0, '', ['An error occurred during registration.'], 'those of a fault where nobody answered'],
  [
    201,
    JSON.stringify({ message: 'm', data: [] }),
    ['Registration failed. Please try again.'],
    'the catalogue’s where no record came',
  ],
])('%i %s ends in %j: %s', async (status, text, sentences) => {
  answer = { status, text }
  expect(await registerExecutive(payload, photo)).toEqual({ ok: false, sentences })
})
