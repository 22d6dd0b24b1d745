import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore, type SandboxStore } from '#sandbox/store.ts'
import { startSandbox } from '#sandbox/start.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { movingClock } from '#tests/support/server.ts'
import { createSurepass } from './surepass.ts'

/** No real Aadhaar number begins with 1. */
function numberOf(ending: string): string {
  return `10000000${ending}`
}
const number = numberOf('1234')

describe('the Aadhaar adapter against the sandbox', () => {
  let clock = movingClock()
  let store: SandboxStore
  let first: Awaited<ReturnType<typeof another>>

  /** Opens another adapter and another sandbox over the same store, as a second process would. */
  async function another(limitMs = 30_000) {
    const sandbox = await startSandbox({
      ...{ store, clock, secret: 'shared', publicUrl: 'https://www.agency.example:8443', payee: '' },
      smsTexts: {},
    })
    const { url, token } = sandbox.aadhaar
    const textsTo = async (to: string) => (await sandbox.messages.list({ to })).map(({ text }) => text)
    return {
      port: createSurepass({ url, token, log: createLog('silent'), limitMs }),
      ...{ url, token, textsTo, close: sandbox.close },
      codeOf: async (to: string) => /\b\d{6}\b/.exec((await textsTo(to))[0] ?? '')?.[0] ?? '',
    }
  }
  beforeEach(async () => {
    clock = movingClock()
    store = memoryStore(clock)
    first = await another()
  })
  afterEach(() => first.close())

  async function start(ending = '1234'): Promise<{ session: string; code: string }> {
    const started = await first.port.startOtp(numberOf(ending))
    if (!started.ok) throw new Error(started.failure)
    return { session: started.sessionRef, code: await first.codeOf(numberOf(ending)) }
  }
  async function verify(ending: string) {
    const { session, code } = await start(ending)
    const answer = await first.port.submitOtp(session, code)
    if (!answer.ok) throw new Error(answer.failure)
    return answer.person
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const failed = (failure: string) => ({ ok: false, failure })

  it('verifies a number by the code that the sandbox sends by SMS', async () => {
    expect(await first.port.startOtp(number)).toEqual({
      ok: true,
      sessionRef: expect.stringMatching(/^aadhaar_v2_[a-z]{20}$/),
      resendAfterSeconds: 60,
      expiresAfterSeconds: 600,
    })
    const [sms, ...more] = await first.textsTo(number)
    expect(more).toEqual([])
    const code = await first.codeOf(number)
    expect(new Set(sms?.match(/\d{6,}/g))).toEqual(new Set([code]))
    expect(sms?.split('\n').at(-1)).toBe(`@www.agency.example:8443 #${code}`)
  })

  it('gives every number the same person with a portrait each time', async () => {
    const person = await verify('4321')
    expect(person).toMatchObject({
      full_name: expect.stringMatching(/^\w+ (Namuna|Udaharan|Kalpanik|Pariksha)$/),
      dob: expect.stringMatching(/^(19[6-9]\d|200[0-5])-\d\d-\d\d$/),
      gender: expect.stringMatching(/^[MFO]$/),
      zip: expect.stringMatching(/^[1-9]\d{5}$/),
      address: { country: 'India' },
    })
    expect(Object.values(person.address).every((part) => part.length > 0)).toBe(true)
    expect(Buffer.from(person.profile_image, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff')
    clock.advance(30_000)
    expect(await verify('4321')).toEqual(person)
    expect(await verify('4322')).not.toEqual(person)
  })

  it.each([
    ['0001', 'no_mobile'],
    ['0002', 'no_such_number'],
    ['0003', 'suspended'],
    ['0004', 'source_down'],
    ['0006', 'rubbish'],
    ['0010', 'limit'],
  ])('reports the failure of the number ending in %s', async (ending, failure) => {
    expect(await first.port.startOtp(numberOf(ending))).toEqual(failed(failure))
    expect(await first.textsTo(numberOf(ending))).toEqual([])
  })

  it('times out for the number ending in 0005, which is never answered', async () => {
    const impatient = await another(300)
    const answer = await impatient.port.startOtp(numberOf('0005'))
    await impatient.close()
    expect(answer).toEqual(failed('timeout'))
  })

  it('verifies the two test persons whose data has gaps', async () => {
    expect(await verify('0007')).toMatchObject({ full_name: expect.any(String), profile_image: '' })
    const long = await verify('0008')
    expect(long.full_name).toMatch(/^[\p{Script=Devanagari} ]{100,}$/u)
    expect(long.address).toMatchObject({ house: '', street: '', landmark: '', dist: '', country: 'India' })
  })

  it('reports the code of the number ending in 0009 as expired at once, and any other after ten minutes', async () => {
    const once = await start('0009')
    expect(await first.port.submitOtp(once.session, once.code)).toEqual(failed('code_expired'))
    const usual = await start()
    clock.advance(10 * 60_000)
    expect(await first.port.submitOtp(usual.session, usual.code)).toEqual(failed('code_expired'))
  })

  it('accepts a code until its last millisecond, and only once', async () => {
    const { session, code } = await start()
    clock.advance(10 * 60_000 - 1)
    expect(await first.port.submitOtp(session, code)).toMatchObject({ ok: true })
    expect(await first.port.submitOtp(session, code)).toEqual(failed('already_done'))
    expect(await first.port.submitOtp(session, wrong(code))).toEqual(failed('already_done'))
  })

  it('accepts no code after five wrong ones, however many arrive at once', async () => {
    const { session, code } = await start()
    const guesses = Array.from({ length: 40 }, () => first.port.submitOtp(session, wrong(code)))
    const answers = (await Promise.all(guesses)).map((answer) => !answer.ok && answer.failure)
    expect(answers.filter((failure) => failure === 'wrong_code')).toHaveLength(5)
    expect(answers.filter((failure) => failure === 'tries_spent')).toHaveLength(35)
    expect(await first.port.submitOtp(session, code)).toEqual(failed('tries_spent'))
  })

  it('rejects an unknown session, and a code that was sent to another number', async () => {
    expect(await first.port.submitOtp('aadhaar_v2_x', '000000')).toEqual(failed('unknown_session'))
    const [one, other] = [await start('1234'), await start('5678')]
    const crossed = one.code === other.code ? wrong(one.code) : other.code
    expect(await first.port.submitOtp(one.session, crossed)).toEqual(failed('wrong_code'))
  })

  it('makes one number wait half a minute for its next code, and no other number', async () => {
    await start()
    expect(await first.port.startOtp(number)).toEqual(failed('too_soon'))
    await start('5678')
    clock.advance(29_999)
    expect(await first.port.startOtp(number)).toEqual(failed('too_soon'))
    clock.advance(1)
    await start()
  })

  /** Calls the simulator as another client would. */
  async function call(path: string, body: unknown) {
    const response = await fetch(`${first.url}/aadhaar-v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${first.token}` },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } }
  }

  it('answers both calls exactly as the real service does', async () => {
    const sent = await call('generate-otp', { id_number: number })
    const client_id = expect.stringMatching(/^aadhaar_v2_[a-z]{20}$/)
    const flags = { otp_sent: true, if_number: true, valid_aadhaar: true, status: 'generate_otp_success' }
    const success = { status_code: 200, message_code: 'success', message: 'OTP Sent.', success: true }
    expect(sent).toEqual({ status: 200, body: { data: { client_id, ...flags }, ...success } })
    const proof = { client_id: sent.body.data['client_id'], otp: await first.codeOf(number) }
    const verified = await call('submit-otp', proof)
    expect(verified.body).toMatchObject({ status_code: 200, success: true, message: null })
    expect(Object.keys(verified.body.data).sort()).toEqual(
      `client_id full_name aadhaar_number dob gender address zip profile_image has_image face_status face_score
      email_hash mobile_hash raw_xml zip_data share_code care_of mobile_verified reference_id aadhaar_pdf status
      uniqueness_id`
        .split(/\s+/)
        .sort(),
    )
    expect(verified.body.data).toMatchObject({
      aadhaar_number: 'XXXXXXXX1234',
      reference_id: expect.stringMatching(/^1234\d{17}$/),
      uniqueness_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'success_aadhaar',
    })
  })

  it('refuses an invalid number in the envelope of the real service', async () => {
    const { status, body } = await call('generate-otp', { id_number: '12345678901a' })
    const data = { client_id: '', otp_sent: false, if_number: false, valid_aadhaar: false }
    expect(body.data).toEqual({ ...data, status: 'invalid_aadhaar' })
    expect({ status, ...body }).toMatchObject({
      ...{ status: 422, status_code: 422, success: false },
      ...{ message: 'Verification Failed.', message_code: 'verification_failed' },
    })
  })
})
