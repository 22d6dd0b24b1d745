import { beforeEach, expect, test, vi } from 'vitest'
import { codeFrom } from '#web/features/onboarding/session-state.ts'
import { verifiedNumbers } from './verification.tsx'

const { aadhaar, phone } = verifiedNumbers
const person = {
  ...{ full_name: 'Asha Patel', dob: '1995-03-04', gender: 'F', profile_image: '', zip: '395002' },
  address: { house: '12', street: 'Ring Road', landmark: '', dist: '', state: '', country: 'India' },
}
const NOW = 1_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('document', { querySelector: () => null })
})

function answers(body: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
}

test('a code for an Aadhaar number has the client_id as its only key, and the usual life', async () => {
  answers('{"message":"OTP sent","data":{"client_id":"c-1"}}')
  const code = await aadhaar.send('123412341234')
  const usual = { resendAt: NOW + 30_000, expiresAt: NOW + 600_000, triesLeft: 5 }
  expect(code).toEqual({ ok: true, body: { ...usual, clientId: 'c-1', shown: 'XXXXXXXX1234' } })
})

test('a person is read without a message', async () => {
  answers(JSON.stringify({ data: { client_id: 'c-1', data: person } }))
  const code = codeFrom(undefined, { shown: 'XXXXXXXX1234', clientId: 'c-1' })
  const body = { session: { aadhaar: { person } } }
  expect(await aadhaar.confirm(code, '123456')).toMatchObject({ ok: true, body })
})

test.each(['{"message":"OTP sent"}', 'sent'])(
  '%s is read as an answer about a phone, both for a sent and for a right code',
  async (body) => {
    answers(body)
    const sent = await phone.send('9700000001')
    expect(sent).toMatchObject({ ok: true, body: { shown: '9700000001', triesLeft: 5 } })
    const confirmed = await phone.confirm(codeFrom(undefined, { shown: '9700000001' }), '123456')
    expect(confirmed).toMatchObject({ ok: true, body: { session: { phone: '9700000001', phoneCode: null } } })
  },
)
