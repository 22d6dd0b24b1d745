import { dailyBudget } from '#server/config/setting-kinds.ts'
import { guardCalls, outcomeOf, type ProviderDeps } from '#server/providers/provider.ts'
import { settingsOf } from '#server/providers/vendor.ts'
import { type AadhaarPort, isOutage, type Started, type Submitted } from './port.ts'
import { createSurepass, surepass, type SurepassOptions } from './surepass.ts'

export const aadhaarKind = { choice: 'AADHAAR_PROVIDER', vendors: [surepass] } as const

export const aadhaarSettings = {
  ...settingsOf(aadhaarKind, 'verifies real Aadhaar numbers'),
  AADHAAR_DAILY_BUDGET: {
    default: '2000',
    meaning: 'Aadhaar codes that are requested in a day and not entered, at most',
    schema: dailyBudget,
  },
} as const

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
