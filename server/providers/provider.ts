import type * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { KeyValueStore } from '#server/platform/key-value-store.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/telemetry.ts'
import type { ReceivedMail } from './mail/port.ts'
import type { SimulatorRoutes } from './simulator-server.ts'

/** Where simulators store what they remember and what they send; the sandbox gives it. */
export interface SimulatorStorage {
  createStore<Page>(kind: string, schema: z.ZodMiniType<Page>): KeyValueStore<Page>
  keepMail(mail: ReceivedMail): Promise<void>
  keepSms(sms: { to: string; text: string }): Promise<void>
  /** Has the simulated gateway call the product's server after a delay in milliseconds. */
  callLater(transactionId: string, delayMs: number): Promise<void>
}

/** What a provider is created with. */
export interface ProviderDeps {
  clock: Clock
  cipher: FieldCipher
  log: Log
  observe: Observe
  breaker(provider: string): Breaker
  simulators: SimulatorStorage
}

/** How one provider is opened; with a simulator it is given the address of the server that carries it. */
export interface Provider<Port> {
  simulator?: SimulatorRoutes
  open(simulatorUrl: string): Port
}

/** Makes calls to one provider behind its circuit breaker and in the metrics; `open` is the answer while that is open. */
export function guardCalls<Answers>(
  provider: string,
  { observe, breaker }: Pick<ProviderDeps, 'observe' | 'breaker'>,
  rule: { outage(answer: Answers): boolean; open: Answers; outcomeOf(answer: Answers): string },
) {
  const { run } = breaker(provider)
  // Every kind of answer has the one of the open breaker among its own.
  return <Answer extends Answers>(operation: string, work: () => Promise<Answer>) =>
    observe({
      ...{ provider, operation, outcomeOf: rule.outcomeOf },
      work: () => run<Answers>(work, rule) as Promise<Answer>,
    })
}

/** The outcome of a call for the metrics: `ok`, or what failed. */
export function outcomeOf(answer: { ok: true } | { ok: false; failure: string }): string {
  return answer.ok ? 'ok' : answer.failure
}

/** The outcome of a message that is sent. */
export function sendOutcome(outcome: { sent: true } | { sent: false; reason: string }): string {
  return outcome.sent ? 'ok' : outcome.reason
}
