import { BrokenCircuitError, circuitBreaker, CircuitState, handleAll, type IBreaker } from 'cockatiel'
import type { Log } from '#server/platform/observability/log.ts'

/** The state of a breaker. While it is probing, one call goes through. */
export type BreakerState = 'closed' | 'open' | 'probing'

interface Rule<Answer> {
  /** Whether an answer is a failure of the provider. A mistake of the visitor, such as a wrong code, is not. */
  outage(answer: Answer): boolean
  /** The answer while the breaker is open. */
  open: Answer
}

/** Stops calls to a provider that keeps failing, so that nobody waits in vain (docs/resilience.md, R10). */
export interface Breaker {
  readonly provider: string
  state(): BreakerState
  /** Runs the call, or returns `rule.open` while the breaker is open or another call is probing. */
  run<Answer>(call: () => Promise<Answer>, rule: Rule<Answer>): Promise<Answer>
}

export interface BreakerOptions {
  provider: string
  log: Log
  /** Milliseconds for which the breaker stays open; default `REST_MS`. */
  restMs?: number
}

/** The breaker opens after this many failures within the window, if at least half of the calls failed. */
const FAILURES = 5
const WINDOW_MS = 10_000
const REST_MS = 30_000

const standings: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'probing',
  [CircuitState.Isolated]: 'open',
}

export function createBreaker({ provider, log, restMs = REST_MS }: BreakerOptions): Breaker {
  const failing = handleAll.orWhenResult((result) => (result as { outage: boolean }).outage)
  const policy = circuitBreaker(failing, { halfOpenAfter: restMs, breaker: new RecentFailures() })
  policy.onBreak(() => log.error({ provider }, 'a provider keeps failing: its calls are stopped for a while'))
  policy.onReset(() => log.info({ provider }, 'a provider answers again'))
  return {
    provider,
    state: () => standings[policy.state],
    async run(call, { outage, open }) {
      // The policy would make this call wait for the probing one and then run it.
      if (policy.state === CircuitState.HalfOpen) return open
      try {
        const { answer } = await policy.execute(async () => {
          const answer = await call()
          return { answer, outage: outage(answer) }
        })
        return answer
      } catch (error) {
        if (error instanceof BrokenCircuitError) return open
        throw error
      }
    },
  }
}

/** Opens after many failures in a short time. A single phone number that always fails does not affect other people. */
class RecentFailures implements IBreaker {
  state: { at: number; failed: boolean }[] = []

  success(): void {
    this.note(false)
  }

  failure(): boolean {
    this.note(true)
    const failures = this.state.filter(({ failed }) => failed).length
    return failures >= FAILURES && failures * 2 >= this.state.length
  }

  private note(failed: boolean): void {
    // A monotonic clock, which setting the system's time does not affect.
    const at = performance.now()
    this.state = [...this.state.filter((call) => call.at > at - WINDOW_MS), { at, failed }]
  }
}
