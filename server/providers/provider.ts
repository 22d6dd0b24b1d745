import type { Clock } from '#server/platform/clock.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/observe.ts'

/** What a provider is opened with. */
export interface ProviderDeps {
  clock: Clock
  log: Log
  observe: Observe
  breaker(provider: string): Breaker
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
