import { maskAadhaar, type OnboardingSession } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { currentAadhaarCode } from '#server/features/onboarding/identity/aadhaar-service.ts'
import { currentCode } from '#server/features/onboarding/identity/mobile-service.ts'
import { isLive } from '#server/features/onboarding/mandate/state-rules.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { agreementUrl, isSigned } from '#server/features/onboarding/person/next-agreement-service.ts'
import type { Visitor } from '#server/platform/sessions/store.ts'

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

/** Returns how far a visitor has come. */
export async function progressOf(
  app: App,
  visitor: Visitor | undefined,
  address: string,
): Promise<OnboardingSession> {
  if (!visitor) return nothing
  const { aadhaar, phone, registration } = visitor.data
  // The agreement was signed by its link in another browser, so this browser is free for the next person.
  if (registration && (await isSigned(app, registration.id))) return nothing
  const verified = aadhaar && {
    masked: maskAadhaar(aadhaar.lastFour),
    person: { ...aadhaar.person, profile_image: (await app.sessions.photo(visitor)) ?? '' },
  }
  return {
    step: registration ? 3 : aadhaar && phone ? 2 : 1,
    aadhaar: verified ?? null,
    aadhaarOtp: await aadhaarOtpOf(app, visitor, address),
    phone: phone?.phone ?? null,
    phoneOtp: await phoneOtpOf(app, visitor, address),
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
    ...{ transactionId, consumerId, status, maxAmount },
    // The typed account is never returned; the account of an accepted mandate is shown, with its number masked.
    ...(isLive(status)
      ? { accountName, ifscCode, accountNo: maskAccount(accountNo) }
      : { accountName: '', ifscCode: '', accountNo: '' }),
    debitStartDate: mandate.debitStart,
    debitEndDate: mandate.debitEnd,
  }
}

async function aadhaarOtpOf(
  app: App,
  visitor: Visitor,
  address: string,
): Promise<OnboardingSession['aadhaarOtp']> {
  const code = visitor.data.aadhaarCode
  const otp = await currentAadhaarCode(app, visitor, address)
  return code && otp ? { client_id: code.sessionRef, masked: maskAadhaar(code.lastFour), otp } : null
}

async function phoneOtpOf(
  app: App,
  visitor: Visitor,
  address: string,
): Promise<OnboardingSession['phoneOtp']> {
  const { phoneCode } = visitor.data
  if (!phoneCode) return null
  const { phone } = phoneCode
  const otp = await currentCode(app, { visitor, phone, address })
  return otp && { phone, otp }
}
