import type { AadhaarPerson } from '#contract/schemas/identity.ts'

/** Why no code was sent. Each reason has its own sentence for the visitor. */
export type StartFailure =
  | 'no_mobile'
  | 'no_such_number'
  | 'suspended'
  | 'locked'
  | 'too_soon'
  | 'limit'
  | 'unknown_refusal'
  | ProviderFailure

/** Why a code was not accepted. */
export type SubmitFailure =
  | 'wrong_code'
  | 'code_expired'
  | 'tries_spent'
  | 'unknown_session'
  | 'already_done'
  | 'unknown_refusal'
  | ProviderFailure

/** A failure of the provider, not of the visitor: `not_allowed` means that it refuses our credentials. */
export type ProviderFailure = Outage | 'circuit_open'

const outages = ['source_down', 'timeout', 'unreachable', 'rubbish', 'not_allowed'] as const
type Outage = (typeof outages)[number]

/** Returns whether a call failed because of the provider. */
export function isOutage(failure: StartFailure | SubmitFailure): boolean {
  return outages.some((outage) => outage === failure)
}

export type Started =
  | { ok: true; sessionRef: string; resendAfterSeconds: number; expiresAfterSeconds: number }
  | { ok: false; failure: StartFailure }

export type Submitted = { ok: true; person: AadhaarPerson } | { ok: false; failure: SubmitFailure }

/** Verifies that a person holds an Aadhaar number by a code sent to the linked mobile. Never throws. */
export interface AadhaarPort {
  /** Asks the provider to send a code. Calls are never retried: a retry would send a second code. */
  startOtp(aadhaarNumber: string): Promise<Started>
  submitOtp(sessionRef: string, otp: string): Promise<Submitted>
}
