import { BrokenCircuitError, circuitBreaker, CircuitState, handleAll, type IBreaker } from 'cockatiel'
import type { Log } from '#server/platform/observability/log.ts'

/** The state of a provider's breaker; while it is probing, one call goes through. */
export type BreakerState = 'closed' | 'open' | 'probing'

interface Rule<Answer> {
  /** Whether an answer is the provider's failure; what is the visitor's matter, such as a wrong code, is none. */
  outage(answer: Answer): boolean
  /** The answer while the breaker is open. */
  open: Answer
}

/** A circuit breaker: a provider that keeps failing is not called for a while, so that nobody waits in vain (docs/resilience.md, R10). */
export interface Breaker {
  readonly provider: string
  state(): BreakerState
  /** Runs the call unless the breaker is open; while it is probing, that one call alone is run. */
  run<Answer>(call: () => Promise<Answer>, rule: Rule<Answer>): Promise<Answer>
}

export interface BreakerOptions {
  provider: string
  log: Log
  /** Milliseconds the breaker stays open, where the usual time is too long. */
  restMs?: number
}

/** So many failures in so many milliseconds, when they are at least half of the calls. */
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
      // The policy would let it wait for the probing call, and run it then.
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

/** Opens on failures that are many in a short time: a single number that always fails does not shut others out. */
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
    // A clock that is set neither hurries nor holds up this one.
    const at = performance.now()
    this.state = [...this.state.filter((call) => call.at > at - WINDOW_MS), { at, failed }]
  }
}
