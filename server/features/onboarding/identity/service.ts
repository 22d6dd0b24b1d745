import { maskAadhaar, type OnboardingSession } from '#contract/schemas/identity.ts'
import { ownSession, type Visitor } from '#server/platform/sessions/visitor.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { type AadhaarDeps, standingAadhaarCode } from './aadhaar/service.ts'
import { type CodeDeps, standingCode } from './mobile/service.ts'

/** What is known of a visitor that other features keep. */
export type RestOfSession = Pick<OnboardingSession, 'mandate' | 'registration'>

interface ProgressDeps {
  aadhaar: AadhaarDeps
  mobile: CodeDeps
  sessions: Pick<Sessions, 'photo'>
  /** Undefined once the visitor's registration is complete: then nothing of it is told, and another may begin. */
  restOfSession(visitor: Visitor): Promise<RestOfSession | undefined>
}

const nothing: OnboardingSession = {
  step: 1,
  aadhaar: null,
  aadhaarOtp: null,
  phone: null,
  phoneOtp: null,
  typed: {},
  mandate: null,
  registration: null,
}

/** How far a visitor has come. */
export async function progressOf(
  deps: ProgressDeps,
  visitor: Visitor | undefined,
): Promise<OnboardingSession> {
  if (!visitor) return nothing
  const { aadhaar, phone } = visitor.data
  const rest = await deps.restOfSession(visitor)
  if (!rest) return nothing
  const verified = aadhaar && {
    masked: maskAadhaar(aadhaar.lastFour),
    person: { ...aadhaar.person, profile_image: (await deps.sessions.photo(visitor)) ?? '' },
  }
  return {
    step: rest.registration ? 3 : aadhaar && phone ? 2 : 1,
    aadhaar: verified ?? null,
    aadhaarOtp: await aadhaarOtpOf(deps.aadhaar, visitor),
    phone: phone?.phone ?? null,
    phoneOtp: await phoneOtpOf(deps.mobile, visitor),
    typed: visitor.data.typed ?? {},
    ...rest,
  }
}

async function aadhaarOtpOf(deps: AadhaarDeps, visitor: Visitor): Promise<OnboardingSession['aadhaarOtp']> {
  const code = visitor.data.aadhaarCode
  const otp = await standingAadhaarCode(deps, visitor)
  return code && otp ? { client_id: code.sessionRef, masked: maskAadhaar(code.lastFour), otp } : null
}

async function phoneOtpOf(deps: CodeDeps, visitor: Visitor): Promise<OnboardingSession['phoneOtp']> {
  const { id: sessionId, data } = visitor
  if (!data.phoneCode) return null
  const { phone } = data.phoneCode
  const otp = await standingCode(deps, {
    ...{ sessionId, phone, purpose: 'register' },
    isOwn: ownSession(visitor, phone) !== undefined,
  })
  return otp && { phone, otp }
}
