import type { AadhaarPerson } from '#contract/schemas/identity.ts'

/** What stops the sending of a code, in our words; each has a sentence of its own for the visitor. */
export type StartFailure =
  | 'no_mobile'
  | 'no_such_number'
  | 'suspended'
  | 'locked'
  | 'too_soon'
  | 'limit'
  | 'unknown_refusal'
  | ProviderFailure

/** What stops a code from proving anything. */
export type SubmitFailure =
  | 'wrong_code'
  | 'code_expired'
  | 'tries_spent'
  | 'unknown_session'
  | 'already_done'
  | 'unknown_refusal'
  | ProviderFailure

/** The provider itself: its source is down, it does not answer, it cannot be reached, it speaks rubbish, or it refuses us. */
export type ProviderFailure = Outage | 'circuit_open'

const outages = ['source_down', 'timeout', 'unreachable', 'rubbish', 'not_allowed'] as const
type Outage = (typeof outages)[number]

/** Whether a failure is the provider's own, seen in a call, and no matter of the visitor's. */
export function isOutage(failure: StartFailure | SubmitFailure): boolean {
  return outages.some((outage) => outage === failure)
}

export type Started =
  | { ok: true; sessionRef: string; resendAfterSeconds: number; expiresAfterSeconds: number }
  | { ok: false; failure: StartFailure }

export type Submitted = { ok: true; person: AadhaarPerson } | { ok: false; failure: SubmitFailure }

/** Proof that a person holds an Aadhaar number, by the code sent to the mobile linked to it; never throws. */
export interface AadhaarPort {
  /** Asks the provider to send a code; never repeated by us, since a repeat is a second code. */
  startOtp(aadhaarNumber: string): Promise<Started>
  submitOtp(sessionRef: string, otp: string): Promise<Submitted>
}
