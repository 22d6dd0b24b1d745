import * as z from 'zod/mini'
import { aadhaarNumber, executiveFields } from '#contract/fields/executive.ts'
import { plainDigits, plainPhone } from '#contract/fields/field.ts'
import { fill } from '#contract/messages/sentences.ts'
import { otpMessages } from '#messages/identity.ts'
import { guardMessages, onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import {
  generateAadhaarOtpResponse,
  generateMobileOtpResponse,
  maskAadhaar,
  verifyAadhaarOtpResponse,
  verifyMobileOtpResponse,
} from '#contract/schemas/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { shownAadhaar } from '#web/features/onboarding/details.ts'
import { codeFrom, type Code, type SessionState } from '#web/features/onboarding/session-state.ts'
import { sendForJson, type AnswerWith, type Failure } from '#web/lib/api.ts'
import { noticeShown } from '#web/lib/page-data.ts'

/** A number that is verified by a code sent for it. */
export interface VerifiedNumber {
  field: 'aadhaar_no' | 'phone'
  /** Where the session state has the verified number, and the code that was sent. */
  key: 'aadhaar' | 'phone'
  code: 'aadhaarCode' | 'phoneCode'
  schema: z.ZodMiniType<string>
  /** What stops the step while it is not verified. */
  guard: string
  plain(written: string): string
  /** A number as it may be shown. */
  shown(plain: string): string
  /** The number that is verified, as it may be shown. */
  verifiedIn(session: SessionState): string | null | undefined
  send(number: string): Promise<AnswerWith<Code>>
  confirm(code: Code, otp: string): Promise<AnswerWith<Confirmed>>
}

/** The answer to a right code: the server's sentence, and what has changed in the session state. */
interface Confirmed {
  message: string | undefined
  session: Partial<SessionState>
}

/** In the order in which they must be verified. */
export const verifiedNumbers = {
  aadhaar: {
    field: 'aadhaar_no',
    key: 'aadhaar',
    code: 'aadhaarCode',
    schema: aadhaarNumber,
    guard: guardMessages.aadhaarFirst,
    plain: plainDigits,
    shown: shownAadhaar,
    verifiedIn: ({ aadhaar }) => aadhaar?.masked,
    send: sendAadhaarCode,
    confirm: confirmAadhaarCode,
  },
  phone: {
    field: 'phone',
    key: 'phone',
    code: 'phoneCode',
    schema: executiveFields.phone.schema,
    guard: guardMessages.phoneFirst,
    plain: plainPhone,
    shown: (phone) => phone,
    verifiedIn: ({ phone }) => phone,
    send: sendPhoneCode,
    confirm: confirmPhoneCode,
  },
} as const satisfies Record<string, VerifiedNumber>

/** The server gives its provider 15 seconds, and then reports that there was no answer. */
const timeoutMs = 30_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends one call after the other, since an answer may bring a cookie: two calls without one would begin a session each, of
 * which the browser keeps the one that is answered last, and a code of the other would be refused.
 */
function sendInTurn<Body>(call: Parameters<typeof sendForJson<Body>>[0]): Promise<AnswerWith<Body>> {
  const send = () => sendForJson({ timeoutMs, ...call })
  const answer = last.then(send, send)
  last = answer
  return answer
}

async function sendAadhaarCode(number: string): Promise<AnswerWith<Code>> {
  const answer = await sendInTurn({
    url: api.generateAadhaarOtp,
    body: { aadhaar_number: number, consent: currentConsent, notice: noticeShown() },
    schema: z.partial(generateAadhaarOtpResponse, { message: true, otp: true }),
    fallback: onboardingFailures.aadhaarSend,
  })
  if (!answer.ok) return answer
  const { otp, data } = answer.body
  return { ok: true, body: codeFrom(otp, { shown: maskAadhaar(number.slice(-4)), clientId: data.client_id }) }
}

async function confirmAadhaarCode({ shown, clientId }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await sendInTurn({
    url: api.verifyAadhaarOtp,
    body: { client_id: clientId, otp },
    schema: z.partial(verifyAadhaarOtpResponse, { message: true }),
    fallback: onboardingFailures.aadhaarVerify,
  })
  if (!answer.ok) return answer
  const { message, data } = answer.body
  const session = { aadhaar: { masked: shown, person: data.data }, aadhaarCode: null }
  return { ok: true, body: { message, session } }
}

async function sendPhoneCode(phone: string): Promise<AnswerWith<Code>> {
  const answer = await sendInTurn({
    url: api.generateMobileOtp,
    body: { phone, consent: currentConsent, notice: noticeShown() },
    schema: z.catch(z.partial(generateMobileOtpResponse), {}),
    fallback: onboardingFailures.otp,
  })
  return answer.ok ? { ok: true, body: codeFrom(answer.body.otp, { shown: phone }) } : answer
}

async function confirmPhoneCode({ shown }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await sendInTurn({
    url: api.verifyMobileOtp,
    body: { phone: shown, otp },
    schema: z.catch(z.partial(verifyMobileOtpResponse), {}),
    fallback: onboardingFailures.mobileVerify,
  })
  if (!answer.ok) return answer
  return { ok: true, body: { message: answer.body.message, session: { phone: shown, phoneCode: null } } }
}

/** The server's sentence; where it did not answer, what to do about it too. */
export function sentenceOf({ message, cause }: Failure): string {
  return cause.reason === 'refused' ? message : fill(otpMessages.unanswered, { failure: message })
}
