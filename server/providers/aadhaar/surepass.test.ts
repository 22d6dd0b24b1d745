import { beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/observability/log.ts'
import { type FakeAnswer, startFakeProvider } from '#tests/support/fake-provider.ts'
import { aadhaarMessages as words } from '#contract/messages/en/identity.ts'
import { startErrors, submitErrors } from '#server/features/onboarding/identity/aadhaar-service.ts'
import { english } from '#tests/support/english.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { startFailure, submitFailure } from './surepass-answers.ts'
import { createSurepass, surepassBalance } from './surepass.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'

const number = '555555555505'
const session = 'aadhaar_v2_abcdefghijklmnopqrst'
const failed = 'verification_failed'
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')

const provider = ofEachTest(startFakeProvider)
let lines: string[]
beforeEach(() => void (lines = []))

function port() {
  const log = createLog('info', { write: (line) => lines.push(line) })
  return createSurepass({ url: `${provider.url}/api/v1/`, token: 'a.b.c', log, limitMs: 30_000 })
}

function good(data: object | null, more: object = {}): FakeAnswer {
  return { json: { data, status_code: 200, success: true, message: null, message_code: 'success', ...more } }
}
function bad(status: number, message: string | null, { http = status, code = failed, data = {} } = {}) {
  return {
    status: http,
    json: { data, status_code: status, success: false, message, message_code: code },
  }
}
const allTrue = { client_id: session, otp_sent: true, if_number: true, valid_aadhaar: true }
const person = {
  status: 'success_aadhaar',
  full_name: ' Asha\u202e Namuna ',
  dob: '1990-02-28',
  gender: 'F',
  zip: '395003',
  profile_image: jpeg,
  has_image: true,
  address: { house: '1', street: 'Namuna Marg', landmark: '', dist: 'Surat', state: '', country: 'India' },
  aadhaar_number: number,
  raw_xml: 'https://bucket.invalid/x.xml',
  zip_data: 'https://bucket.invalid/x.zip',
  share_code: '1234',
}

describe('the Surepass adapter', () => {
  it('sends exactly the documented request, once', async () => {
    provider.answer = good(allTrue)
    expect(await port().startOtp(number)).toMatchObject({ ok: true, sessionRef: session })
    provider.answer = good(person)
    await port().submitOtp(session, '012345')
    const headers = { authorization: 'Bearer a.b.c', 'content-type': 'application/json' }
    expect(provider.heard).toMatchObject([
      { method: 'POST', path: '/api/v1/aadhaar-v2/generate-otp', headers },
      { method: 'POST', path: '/api/v1/aadhaar-v2/submit-otp', headers },
    ])
    expect(provider.heard.map(({ body }) => JSON.parse(body))).toEqual([
      { id_number: number },
      { client_id: session, otp: '012345' },
    ])
  })

  it('reads only the needed fields of the person', async () => {
    provider.answer = good(person)
    expect(await port().submitOtp(session, '012345')).toEqual({
      ok: true,
      person: {
        full_name: 'Asha  Namuna',
        dob: '1990-02-28',
        gender: 'F',
        zip: '395003',
        profile_image: jpeg,
        address: person.address,
      },
    })
  })

  it.each<[string, object, object]>([
    ['the third gender', { gender: 'T' }, { gender: 'O' }],
    ['no gender', { gender: null }, { gender: '' }],
    ['a date that does not exist', { dob: '1990-02-30' }, { dob: '' }],
    ['no address', { address: null }, { address: { house: '', country: '' } }],
    ['gaps in the address', { address: { dist: null, state: 'G' } }, { address: { dist: '', state: 'G' } }],
    ['no photo', { has_image: false }, { profile_image: '' }],
    ['a photo with a prefix', { profile_image: `data:image/jpeg;base64,${jpeg}` }, { profile_image: jpeg }],
    ['a photo in lines', { profile_image: `${jpeg.slice(0, 4)}\n${jpeg.slice(4)}` }, { profile_image: jpeg }],
    ['a photo that is not base64', { profile_image: '/9j/<script>' }, { profile_image: '' }],
    ['a photo that is not a picture', { profile_image: btoa('<svg/>') }, { profile_image: '' }],
    ['a photo that is too large', { profile_image: `/9j/${'A'.repeat(1024 ** 2)}` }, { profile_image: '' }],
    ['no name', { full_name: null }, { full_name: '' }],
  ])('reads a person with %s', async (_, given, expected) => {
    provider.answer = good({ ...person, ...given })
    expect(await port().submitOtp(session, '012345')).toMatchObject({ ok: true, person: expected })
  })

  it.each<[string, FakeAnswer]>([
    ['of another status', good({ ...person, status: 'pending' })],
    ['without data', good(null)],
    ['with a name of more than 500 characters', good({ ...person, full_name: 'n'.repeat(501) })],
  ])('takes no person %s', async (_, answer) => {
    provider.answer = answer
    expect(await port().submitOtp(session, '012345')).toEqual({ ok: false, failure: 'rubbish' })
  })

  const starts: [name: string, answer: FakeAnswer, failure: string][] = [
    ['no mobile, by its flags', good({ ...allTrue, if_number: false, otp_sent: false }), 'no_mobile'],
    ['no such number, by its flags', good({ ...allTrue, valid_aadhaar: false }), 'no_such_number'],
    ['that it sent nothing', good({ ...allTrue, otp_sent: false }), 'source_down'],
    ['no flags', good({ client_id: session }), 'rubbish'],
    ['no session', good({ ...allTrue, client_id: '' }), 'rubbish'],
    ['a wait', bad(429, 'OTP already sent. Please try after 60 seconds'), 'too_soon'],
    ['its limit, in words', bad(422, 'Rate Limit Exceeded'), 'limit'],
    ['its limit without words', { status: 429, text: '' }, 'limit'],
    ['its limit within a 200', bad(429, null, { http: 200 }), 'limit'],
    ['that its source is down, in words', bad(422, 'Upstream source error'), 'source_down'],
    ['a fault without words', bad(500, null), 'source_down'],
    ['success with a fault’s status', { status: 500, json: { success: true, data: allTrue } }, 'source_down'],
    ['success with a fault’s code', good(allTrue, { status_code: 500 }), 'source_down'],
    ['that our token is bad, as a page', { status: 403, text: '<html>Forbidden</html>' }, 'not_allowed'],
    ['that our request is bad', bad(400, 'Bad Request', { code: 'bad_request' }), 'rubbish'],
    ['JSON of another shape', { json: { hello: 'world' } }, 'rubbish'],
    ['nothing, and hangs up', (response) => response.destroy(), 'unreachable'],
  ]
  it.each(starts)('understands the answer to a request for a code: %s', async (_, answer, failure) => {
    provider.answer = answer
    expect(await port().startOtp(number)).toEqual({ ok: false, failure })
    expect(provider.heard).toHaveLength(1)
  })

  const submits: [name: string, answer: FakeAnswer, failure: string][] = [
    [
      'that it does not know the session, without data, as it is published',
      { status: 404, json: { success: false, message: null, message_code: 'client_id_not_found' } },
      'unknown_session',
    ],
    ['its limit', bad(429, 'Rate Limit Exceeded'), 'source_down'],
    ['its limit without words', { status: 429, text: '' }, 'source_down'],
    ['a bad request', bad(400, 'Bad Request', { code: 'bad_request' }), 'rubbish'],
    ['nothing, and hangs up', (response) => response.destroy(), 'unreachable'],
  ]
  it.each(submits)('understands the answer to a code: %s', async (_, answer, failure) => {
    provider.answer = answer
    expect(await port().submitOtp(session, '012345')).toEqual({ ok: false, failure })
  })

  it('logs the names of an unknown refusal, but nothing that looks like a number', async () => {
    provider.answer = bad(422, `no ${number}`, { code: 'a_new_one', data: { status: number } })
    await port().startOtp(number)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { failure: 'unknown_refusal', status: 422, messageCode: 'a_new_one', dataStatus: 'not a name' },
    ])
    expect(lines.join()).not.toContain(number)
  })

  it('logs what an operator needs and nothing about the visitor', async () => {
    const wrong = bad(422, 'Verification Failed.', { data: { status: 'invalid_aadhaar' } })
    for (const answer of [bad(500, `down for ${number}`), wrong]) {
      provider.answer = answer
      await port().startOtp(number)
      await port().submitOtp(session, '012345')
    }
    const told = { provider: 'surepass', failure: 'source_down', status: 500 }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([told, told])
    for (const personal of [number, session, '012345']) expect(lines.join()).not.toContain(personal)
  })
})

it.each<[string, FakeAnswer, Balance]>([
  ['a number', { json: { success: true, balance: 5000, message: 'x' } }, { ok: true, left: 5000 }],
  ['refused as a page', { status: 403, text: '<html>' }, { ok: false, failure: 'refused' }],
  ['unknown', { json: { success: false, error: 'x' } }, { ok: false, failure: 'rubbish' }],
])('reads a balance of Surepass that is %s', async (_, answer, balance) => {
  await using provider = await startFakeProvider(answer)
  expect(await surepassBalance({ url: `${provider.url}/api/v1/`, token: 'a.b.c' }, 3000)).toEqual(balance)
  const headers = { authorization: 'Bearer a.b.c' }
  expect(provider.heard).toMatchObject([{ method: 'GET', path: '/api/v1/utils/usage/balance', headers }])
})

const fresh = 'a_new_one'
// The flags of a refusal are false because they are unset.
const empty = { client_id: 'x', otp_sent: false, if_number: false, valid_aadhaar: false }
const invalid = { ...empty, status: 'invalid_aadhaar' }
const unknown = { ...empty, status: fresh }

type Row = [status: number, message: string, code: string, data: object | null, sentence: string]

describe('what a visitor reads when the provider refuses', () => {
  it.each<Row>([
    [422, 'Verification Failed.', failed, invalid, words.noSuchNumber],
    [200, 'Verification Failed.', failed, invalid, words.noSuchNumber],
    [422, 'None or invalid mobile number', failed, empty, words.noMobile],
    [422, 'Aadhaar Suspended or Cancelled', failed, empty, words.suspended],
    [422, 'UID Locked', failed, invalid, words.locked],
    [422, 'Verification Failed.', failed, empty, words.notSent],
    [422, 'Verification Failed.', failed, unknown, words.notSent],
    [422, 'Verification Failed.', fresh, invalid, words.notSent],
    [422, 'No code by mobile today', fresh, null, words.notSent],
    [401, 'Verification Failed.', failed, invalid, words.notAllowed],
  ])('to send a code: %s «%s», %s, %o', (status, message, code, data, sentence) => {
    const failure = startFailure({ status, message, code, data })
    expect(english(startErrors[failure].message ?? '')).toBe(sentence)
  })

  const wrong = 'the wrong code'
  it.each<Row>([
    [422, 'Verification Failed.', failed, { status: 'invalid_aadhaar' }, wrong],
    [422, 'Verification Failed.', failed, null, wrong],
    [400, 'Invalid OTP', 'bad_request', null, wrong],
    [400, 'The OTP provided is invalid or has expired', 'invalid_otp', null, wrong],
    [422, 'OTP Expired. Please try again.', failed, null, words.expired],
    [422, 'OTP attempts exceeded', failed, null, words.triesSpent],
    [422, 'Transaction already completed. Start again', failed, null, words.alreadyUsed],
    [404, '', 'client_id_not_found', null, words.expired],
    [422, 'Verification Failed.', failed, unknown, words.notJudged],
    [422, 'Verification Failed.', fresh, null, words.notJudged],
    [401, 'Verification Failed.', failed, null, words.notAllowed],
  ])('a code: %s «%s», %s, %o', (status, message, code, data, sentence) => {
    const failure = submitFailure({ status, message, code, data })
    expect(failure === 'wrong_code' ? wrong : english(submitErrors[failure].message ?? '')).toBe(sentence)
  })
})
