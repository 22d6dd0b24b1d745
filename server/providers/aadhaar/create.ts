import type { Config } from '#server/config/config.ts'
import { wholeSeconds } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { createLimits } from '#server/platform/limits/memory-limits.ts'
import { guardCalls, outcomeOf, type Provider, type ProviderDeps } from '#server/providers/provider.ts'
import { type AadhaarPort, isOutage, type Started, type Submitted } from './port.ts'
import { AADHAAR_SIMULATOR, aadhaarSimulator, simulatorSession, simulatorWait } from './simulator.ts'
import { createSurepass } from './surepass.ts'

/** Milliseconds between two codes to one number at the simulator: as long as our own wait, so that it is the one met. */
const SIMULATOR_WAIT_MS = 30_000
const SIMULATOR_CALLS = { name: 'aadhaar simulator', points: 100, seconds: 60 }

/** The Aadhaar provider that the settings name. */
export function createAadhaar(
  config: Pick<Config, 'aadhaar' | 'rateLimitScale' | 'publicUrl'>,
  deps: ProviderDeps,
): Provider<AadhaarPort> {
  const { log, clock, simulators } = deps
  const { aadhaar, rateLimitScale } = config
  if (aadhaar.provider === 'surepass') {
    return { open: () => withBreaker(createSurepass({ ...aadhaar, log }), deps) }
  }
  log.info('sandbox: Aadhaar numbers are invented people, their codes go to /sandbox and to nobody else')
  const token = newId()
  const waitMs = wholeSeconds(SIMULATOR_WAIT_MS / rateLimitScale)
  return {
    simulator: (app) =>
      aadhaarSimulator(app, {
        ...{ token, waitMs, clock, keepSms: simulators.keepSms },
        host: new URL(config.publicUrl).host,
        sessions: simulators.createStore('aadhaar', simulatorSession),
        waits: simulators.createStore('aadhaar_wait', simulatorWait),
        limit: createLimits(rateLimitScale)(SIMULATOR_CALLS),
      }),
    open(url) {
      const account = { url: url + AADHAAR_SIMULATOR, token, log, resendAfterSeconds: waitMs / 1000 }
      return withBreaker(createSurepass(account), deps)
    },
  }
}

/** The port behind a circuit breaker, one for both calls since their source is the same, and in the metrics. */
function withBreaker(port: AadhaarPort, deps: ProviderDeps): AadhaarPort {
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
