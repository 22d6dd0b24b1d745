import { guardCalls, outcomeOf, type ProviderDeps } from '#server/providers/provider.ts'
import { type AadhaarPort, isOutage, type Started, type Submitted } from './port.ts'
import { createSurepass, type SurepassOptions } from './surepass.ts'

/** The port behind a circuit breaker, one for both calls since their source is the same, and in the metrics. */
export function openAadhaar(account: Omit<SurepassOptions, 'log'>, deps: ProviderDeps): AadhaarPort {
  const port = createSurepass({ ...account, log: deps.log })
  const call = guardCalls('aadhaar', deps, {
    outage: (answer: Started | Submitted) => !answer.ok && isOutage(answer.failure),
    open: { ok: false, failure: 'circuit_open' },
    outcomeOf,
  })
  return {
    startOtp: (number) => call<Started>('start', () => port.startOtp(number)),
    submitOtp: (session, otp) => call<Submitted>('submit', () => port.submitOtp(session, otp)),
  }
}
