import { maskAadhaar, type OnboardingSession } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { agreementUrl, isSigned } from '#server/features/onboarding/agreement/service.ts'
import { isLive } from '#server/features/onboarding/mandate/state-rules.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { ownSession, type Visitor } from '#server/platform/sessions/store.ts'
import { currentAadhaarCode } from './aadhaar-service.ts'
import { currentCode } from './mobile-service.ts'

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
export async function progressOf(app: App, visitor: Visitor | undefined): Promise<OnboardingSession> {
  if (!visitor) return nothing
  const { aadhaar, phone, registration } = visitor.data
  // Signed by its link in another browser: this one is free for the next person.
  if (registration && (await isSigned(app, registration.id))) return nothing
  const verified = aadhaar && {
    masked: maskAadhaar(aadhaar.lastFour),
    person: { ...aadhaar.person, profile_image: (await app.sessions.photo(visitor)) ?? '' },
  }
  return {
    step: registration ? 3 : aadhaar && phone ? 2 : 1,
    aadhaar: verified ?? null,
    aadhaarOtp: await aadhaarOtpOf(app, visitor),
    phone: phone?.phone ?? null,
    phoneOtp: await phoneOtpOf(app, visitor),
    typed: visitor.data.typed ?? {},
    mandate: await mandateOf(app, visitor),
    registration: registration
      ? {
          _id: await app.recordLinks.tokenOf(registration.id),
          agreement_url: await agreementUrl(app, registration.id),
        }
      : null,
  }
}

async function mandateOf({ db, cipher }: App, { data }: Visitor): Promise<OnboardingSession['mandate']> {
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

async function aadhaarOtpOf(app: App, visitor: Visitor): Promise<OnboardingSession['aadhaarOtp']> {
  const code = visitor.data.aadhaarCode
  const otp = await currentAadhaarCode(app, visitor)
  return code && otp ? { client_id: code.sessionRef, masked: maskAadhaar(code.lastFour), otp } : null
}

async function phoneOtpOf(app: App, visitor: Visitor): Promise<OnboardingSession['phoneOtp']> {
  const { id: sessionId, data } = visitor
  if (!data.phoneCode) return null
  const { phone } = data.phoneCode
  const otp = await currentCode(app, {
    ...{ sessionId, phone, purpose: 'register' },
    isOwn: ownSession(visitor, phone) !== undefined,
  })
  return otp && { phone, otp }
}
