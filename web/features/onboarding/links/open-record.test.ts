import { beforeEach, expect, test, vi } from 'vitest'
import { onboardingFailures } from '#messages/registrations.ts'
import { openRecordPatiently } from './open-record.ts'

function refusal(status: number, code: string) {
  return () => Promise.resolve(new Response(JSON.stringify({ message: 'In words.', code }), { status }))
}

function cutOff() {
  return Promise.reject(new TypeError('fetch failed'))
}

function silent(_: unknown, { signal }: RequestInit) {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

async function openWith(answer: (...request: never[]) => Promise<unknown>) {
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), milliseconds)
    return controller.signal
  })
  const begun = Date.now()
  const opening = openRecordPatiently('a-record').then((opened) => ({ opened, took: Date.now() - begun }))
  await vi.runAllTimersAsync()
  return { ...(await opening), calls: fetch.mock.calls.length }
}

test.each([
  ['a network that is away', cutOff, onboardingFailures.register],
  ['a server that fails', refusal(500, 'internal'), 'In words.'],
])('%s is tried three more times, in about eight seconds', async (_, answer, message) => {
  const { opened, took, calls } = await openWith(answer)
  expect(opened).toMatchObject({ is: 'unreached', failure: { message } })
  expect([calls, took]).toEqual([4, 7500])
})

test('a server that never answers is not asked again and again', async () => {
  const { opened, calls } = await openWith(silent)
  expect([opened.is, calls]).toEqual(['unreached', 1])
})

test.each([
  ['a record that is not there', 404, 'not_found', 'refused'],
  ['a refusal of many calls', 429, 'rate_limited', 'refused'],
  ['a link that is to be confirmed', 403, 'unverified', 'locked'],
])('%s is reported at once', async (_, status, code, is) => {
  const { opened, calls } = await openWith(refusal(status, code))
  expect([opened, calls]).toEqual([{ is, message: 'In words.' }, 1])
})

const address = { address_line: '12, Ring Road', city: 'Surat', state: 'Gujarat', pincode: '395002' }
const bankDetails = { accountHolderName: 'Field Worker', accountNumber: '123456789', ifscCode: 'HDFC0000001' }
const record = {
  ...{ _id: 'a-record', name: 'Field Worker', email: 'worker@example.in', phone: '9700000001' },
  ...{ dob: '1996-05-23', address, aadhaar_no: 'XXXXXXXX1234', profilePhoto: '', agreement_url: '/a' },
  signedAgreement: false,
  mandate_id: { _id: 'm', bankDetails, mandateDetails: { registrationStatus: 'Failed' } },
}

test.each([
  ['in an answer’s data', { data: record }],
  ['as the whole answer', record],
])('a record %s is opened, even without a message', async (_, body) => {
  const { opened } = await openWith(() => Promise.resolve(new Response(JSON.stringify(body))))
  expect(opened).toEqual({ is: 'open', record })
})
