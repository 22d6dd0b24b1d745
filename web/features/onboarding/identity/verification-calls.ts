import type * as z from 'zod/mini'
import * as fields from '#contract/fields.ts'
import { guardMessages, onboardingFailures } from '#contract/messages/registrations.ts'
import { plainDigits, plainPhone } from '#contract/fields.ts'
import { type Code, codeFrom, type SessionState } from '#web/features/onboarding/session-state.ts'
import { type AnswerWith, postForJson } from '#web/lib/api.ts'
import {
  currentConsent,
  generateAadhaarOtpResponse,
  generateMobileOtpResponse,
  maskAadhaar,
  verifyAadhaarOtpResponse,
  verifyMobileOtpResponse,
} from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { noticeShown } from '#web/lib/page-data.ts'

/** A number that is proved by a code sent for it. */
export interface VerifiedNumber {
  field: 'aadhaar_no' | 'phone'
  fact: 'aadhaar' | 'phone'
  code: 'aadhaarCode' | 'phoneCode'
  schema: z.ZodMiniType<string>
  /** What stops the step while it is not proved. */
  guard: string
  plain(written: string): string
  send(number: string): Promise<AnswerWith<Code>>
  confirm(code: Code, otp: string): Promise<AnswerWith<Confirmed>>
}

/** In the order in which they must be proved. */
export const verifiedNumbers = {
  aadhaar: {
    field: 'aadhaar_no',
    fact: 'aadhaar',
    code: 'aadhaarCode',
    schema: fields.aadhaarNumber,
    guard: guardMessages.aadhaarFirst,
    plain: plainDigits,
    send: sendAadhaarCode,
    confirm: confirmAadhaarCode,
  },
  phone: {
    field: 'phone',
    fact: 'phone',
    code: 'phoneCode',
    schema: fields.mobileNumber,
    guard: guardMessages.phoneFirst,
    plain: plainPhone,
    send: sendPhoneCode,
    confirm: confirmPhoneCode,
  },
} as const satisfies Record<string, VerifiedNumber>

/** The server gives its provider 15 seconds, and then says in words that there was no answer. */
const TIMEOUT_MS = 30_000

/** A code that proved its number: the server's words, and what is known from here on. */
export interface Confirmed {
  message: string
  session: Partial<SessionState>
}

async function sendAadhaarCode(number: string): Promise<AnswerWith<Code>> {
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

async function confirmAadhaarCode(code: Code, otp: string): Promise<AnswerWith<Confirmed>> {
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
    body: { message, session: { aadhaar: { masked: code.shown, person: data.data }, aadhaarCode: null } },
  }
}

async function sendPhoneCode(phone: string): Promise<AnswerWith<Code>> {
  const answer = await postForJson({
    url: api.generateMobileOtp,
    body: { phone, consent: currentConsent, notice: noticeShown() },
    schema: generateMobileOtpResponse,
    fallback: onboardingFailures.otp,
    timeoutMs: TIMEOUT_MS,
  })
  return answer.ok ? { ok: true, body: codeFrom(answer.body.otp, { shown: phone }) } : answer
}

async function confirmPhoneCode({ shown }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await postForJson({
    url: api.verifyMobileOtp,
    body: { phone: shown, otp },
    schema: verifyMobileOtpResponse,
    fallback: onboardingFailures.mobileVerify,
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.ok) return answer
  return { ok: true, body: { message: answer.body.message, session: { phone: shown, phoneCode: null } } }
}
