import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AadhaarProcess, startAadhaar } from '#tests/support/aadhaar-simulator.ts'
import { movingClock } from '#tests/support/server.ts'
import { memoryStore } from './store.ts'

const number = '100000001234'

describe('the Aadhaar simulator, to whoever calls it as the real one', () => {
  let simulator: AadhaarProcess
  beforeAll(async () => {
    const clock = movingClock()
    simulator = await startAadhaar({ store: memoryStore(clock), clock })
  })
  afterAll(() => simulator.close())

  async function call(path: string, body: unknown) {
    const response = await fetch(`${simulator.url}/aadhaar-v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${simulator.token}` },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } }
  }

  it('says the very words of both calls', async () => {
    const sent = await call('generate-otp', { id_number: number })
    const client_id = expect.stringMatching(/^aadhaar_v2_[a-z]{20}$/)
    const flags = { otp_sent: true, if_number: true, valid_aadhaar: true, status: 'generate_otp_success' }
    expect(sent).toEqual({
      status: 200,
      body: {
        data: { client_id, ...flags },
        status_code: 200,
        message_code: 'success',
        message: 'OTP Sent.',
        success: true,
      },
    })
    const verified = await call('submit-otp', {
      client_id: sent.body.data['client_id'],
      otp: await simulator.codeOf(number),
    })
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

  it('refuses what is no number in the envelope of the real one', async () => {
    expect(await call('generate-otp', { id_number: '12345678901a' })).toEqual({
      status: 422,
      body: {
        data: {
          client_id: '',
          otp_sent: false,
          if_number: false,
          valid_aadhaar: false,
          status: 'invalid_aadhaar',
        },
        status_code: 422,
        success: false,
        message: 'Verification Failed.',
        message_code: 'verification_failed',
      },
    })
  })
})
