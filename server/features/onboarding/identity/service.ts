import { maskAadhaar, type OnboardingSession } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { agreementUrl, isSigned } from '#server/features/onboarding/agreement/service.ts'
import { findMandate, isLive } from '#server/features/onboarding/mandate/service.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { ownSession, type Visitor } from '#server/platform/sessions/visitor.ts'
import { type AadhaarDeps, currentAadhaarCode } from './aadhaar-service.ts'
import { type CodeDeps, currentCode } from './mobile-service.ts'

export interface ProgressDeps {
  aadhaar: AadhaarDeps
  mobile: CodeDeps
  sessions: Pick<Sessions, 'photo'>
  links: SignedLinks
  recordLinks: RecordLinks
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
  const { aadhaar, phone, registration } = visitor.data
  const { db, clock } = deps.mobile
  // Signed by its link in another browser: this one is free for the next person.
  if (registration && (await isSigned({ db }, registration.id))) return nothing
  const verified = aadhaar && {
    masked: maskAadhaar(aadhaar.lastFour),
    person: { ...aadhaar.person, profile_image: (await deps.sessions.photo(visitor)) ?? '' },
  }
  return {
    step: registration ? 3 : aadhaar && phone ? 2 : 1,
    aadhaar: verified ?? null,
    aadhaarOtp: await aadhaarOtpOf(deps.aadhaar, visitor),
    phone: phone?.phone ?? null,
    phoneOtp: await phoneOtpOf(deps.mobile, visitor),
    typed: visitor.data.typed ?? {},
    mandate: await mandateOf(deps.mobile, visitor),
    registration: registration
      ? {
          _id: await deps.recordLinks.tokenOf(registration.id),
          agreement_url: await agreementUrl({ db, clock, links: deps.links }, registration.id),
        }
      : null,
  }
}

async function mandateOf({ db, cipher }: CodeDeps, { data }: Visitor): Promise<OnboardingSession['mandate']> {
  const mandate = data.mandate && (await findMandate(db, cipher, data.mandate))
  if (!mandate) return null
  const { transactionId, consumerId, status, accountName, accountNo, ifscCode, maxAmount } = mandate
  return {
    ...{ transactionId, consumerId, status, accountName, ifscCode, maxAmount },
    // Whoever began it may have to go on with it; once it is live the number is not needed any more.
    accountNo: isLive(status) ? maskAccount(accountNo) : accountNo,
    debitStartDate: mandate.debitStart,
    debitEndDate: mandate.debitEnd,
  }
}

async function aadhaarOtpOf(deps: AadhaarDeps, visitor: Visitor): Promise<OnboardingSession['aadhaarOtp']> {
  const code = visitor.data.aadhaarCode
  const otp = await currentAadhaarCode(deps, visitor)
  return code && otp ? { client_id: code.sessionRef, masked: maskAadhaar(code.lastFour), otp } : null
}

async function phoneOtpOf(deps: CodeDeps, visitor: Visitor): Promise<OnboardingSession['phoneOtp']> {
  const { id: sessionId, data } = visitor
  if (!data.phoneCode) return null
  const { phone } = data.phoneCode
  const otp = await currentCode(deps, {
    ...{ sessionId, phone, purpose: 'register' },
    isOwn: ownSession(visitor, phone) !== undefined,
  })
  return otp && { phone, otp }
}
