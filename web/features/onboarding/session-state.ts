import type { OnboardingSession, OtpState } from '#contract/schemas/identity.ts'

/** A code that was sent and not entered yet; times in milliseconds of this browser's clock. */
export interface Code {
  /** The number it was sent for, as it may be shown: an Aadhaar number is masked. */
  shown: string
  /** Names the code to the Aadhaar provider. */
  clientId: string
  resendAt: number
  expiresAt: number
  /** How many wrong entries it still stands. */
  triesLeft: number
}

/** What the server remembers of this visitor, as far as the page knows. */
export interface Facts {
  aadhaar: OnboardingSession['aadhaar']
  aadhaarCode: Code | null
  /** The verified phone. */
  phone: string | null
  phoneCode: Code | null
  /** What was typed in step 1, where this browser keeps nothing. */
  typed: OnboardingSession['typed']
  mandate: OnboardingSession['mandate']
  registration: OnboardingSession['registration']
}

export const noSessionState: Facts = {
  aadhaar: null,
  aadhaarCode: null,
  phone: null,
  phoneCode: null,
  typed: {},
  mandate: null,
  registration: null,
}

/** The server tells spans, so that its clock and the browser's need not agree. */
export function codeFrom(
  { resendAfter, expiresAfter, triesLeft }: OtpState,
  { shown, clientId = '' }: { shown: string; clientId?: string },
): Code {
  const now = Date.now()
  return {
    shown,
    clientId,
    resendAt: now + resendAfter * 1000,
    expiresAt: now + expiresAfter * 1000,
    triesLeft,
  }
}

export function sessionStateFrom(session: OnboardingSession): Facts {
  const { aadhaar, aadhaarOtp, phone, phoneOtp, typed, mandate, registration } = session
  return {
    aadhaar,
    aadhaarCode:
      aadhaarOtp && codeFrom(aadhaarOtp.otp, { shown: aadhaarOtp.masked, clientId: aadhaarOtp.client_id }),
    phone,
    phoneCode: phoneOtp && codeFrom(phoneOtp.otp, { shown: phoneOtp.phone }),
    typed,
    mandate,
    registration,
  }
}
