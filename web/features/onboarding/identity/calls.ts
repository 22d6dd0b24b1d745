import { onboardingFailures } from '#contract/messages/registrations.ts'
import {
  currentConsent,
  generateAadhaarOtpResponse,
  generateMobileOtpResponse,
  maskAadhaar,
  verifyAadhaarOtpResponse,
  verifyMobileOtpResponse,
} from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { postForJson, type AnswerWith } from '#web/lib/api.ts'
import { noticeShown } from '#web/lib/page-data.ts'
import { codeFrom, type Code, type Facts } from '#web/features/onboarding/session-state.ts'

/** The server gives its provider 15 seconds, and then says in words that there was no answer. */
const TIMEOUT_MS = 30_000

/** A code that proved its number: the server's words, and what is known from here on. */
export interface Confirmed {
  message: string
  facts: Partial<Facts>
}

export async function sendAadhaarCode(number: string): Promise<AnswerWith<Code>> {
  const answer = await postForJson({
    url: api.generateAadhaarOtp,
    body: { aadhaar_number: number, consent: currentConsent, notice: noticeShown() },
    schema: generateAadhaarOtpResponse,
    fallback: onboardingFailures.aadhaarSend,
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.ok) return answer
  const { otp, data } = answer.body
  return { ok: true, body: codeFrom(otp, { shown: maskAadhaar(number.slice(-4)), clientId: data.client_id }) }
}

export async function confirmAadhaarCode(code: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await postForJson({
    url: api.verifyAadhaarOtp,
    body: { client_id: code.clientId, otp },
    schema: verifyAadhaarOtpResponse,
    fallback: onboardingFailures.aadhaarVerify,
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.ok) return answer
  const { message, data } = answer.body
  return {
    ok: true,
    body: { message, facts: { aadhaar: { masked: code.shown, person: data.data }, aadhaarCode: null } },
  }
}

export async function sendPhoneCode(phone: string): Promise<AnswerWith<Code>> {
  const answer = await postForJson({
    url: api.generateMobileOtp,
    body: { phone, consent: currentConsent, notice: noticeShown() },
    schema: generateMobileOtpResponse,
    fallback: onboardingFailures.otp,
    timeoutMs: TIMEOUT_MS,
  })
  return answer.ok ? { ok: true, body: codeFrom(answer.body.otp, { shown: phone }) } : answer
}

export async function confirmPhoneCode({ shown }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await postForJson({
    url: api.verifyMobileOtp,
    body: { phone: shown, otp },
    schema: verifyMobileOtpResponse,
    fallback: onboardingFailures.mobileVerify,
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.ok) return answer
  return { ok: true, body: { message: answer.body.message, facts: { phone: shown, phoneCode: null } } }
}
