import { describe, expect, it } from 'vitest'
import { aadhaarMessages as words } from '#contract/messages/en/identity.ts'
import { startErrors, submitErrors } from '#server/features/onboarding/identity/aadhaar-service.ts'
import { english } from '#tests/support/english.ts'
import { startFailure, submitFailure } from './surepass-answers.ts'

const failed = 'verification_failed'
const fresh = 'a_new_one'
// The flags of a refusal are false because they are empty.
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
    [422, 'Verification Failed.', failed, null, words.notSent],
    [422, 'Verification Failed.', failed, empty, words.notSent],
    [422, 'Verification Failed.', failed, unknown, words.notSent],
    [422, 'Verification Failed.', fresh, invalid, words.notSent],
    [200, 'Verification Failed.', fresh, null, words.notSent],
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
    [200, 'Invalid OTP', fresh, null, wrong],
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
