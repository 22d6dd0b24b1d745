import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import { type AadhaarPort, isOutage, type Started, type Submitted } from '#server/providers/aadhaar/port.ts'
import type { Asked, Ended, GatewayPort } from '#server/providers/gateway/port.ts'
import type { SmsOutcome, SmsPort } from '#server/providers/sms/port.ts'

/** The Aadhaar port behind a breaker, one for both calls: their source is the same. */
export function guardAadhaar(port: AadhaarPort, breaker: Breaker): AadhaarPort {
  const rule = {
    outage: (answer: Started | Submitted) => !answer.ok && isOutage(answer.failure),
    open: { ok: false, failure: 'circuit_open' },
  } as const
  return {
    startOtp: (number, consent) => breaker.run<Started>(() => port.startOtp(number, consent), rule),
    submitOtp: (session, otp) => breaker.run<Submitted>(() => port.submitOtp(session, otp), rule),
    close: port.close,
  }
}

/** The SMS port behind a breaker; a message that is refused for its own sake says nothing of the provider. */
export function guardSms(port: SmsPort, breaker: Breaker): SmsPort {
  return {
    send: (sms) =>
      breaker.run<SmsOutcome>(() => port.send(sms), {
        outage: (outcome) => !outcome.sent && outcome.reason !== 'refused',
        open: { sent: false, reason: 'circuit_open' },
      }),
    close: port.close,
  }
}

/** The gateway port behind a breaker: only what is asked of its server leaves this machine. */
export function guardGateway(port: GatewayPort, breaker: Breaker): GatewayPort {
  const rule = {
    // One reply that cannot be read says nothing of the next.
    outage: (answer: Asked | Ended) => !answer.ok && answer.failure !== 'unreadable',
    open: { ok: false, failure: 'circuit_open' },
  } as const
  return {
    ...port,
    ask: (order) => breaker.run<Asked>(() => port.ask(order), rule),
    end: (mandate) => breaker.run<Ended>(() => port.end(mandate), rule),
  }
}
