import type { Log } from './log.ts'
import type { Tracing } from './tracing.ts'
import { during, requestContext } from '#server/platform/http/request-context.ts'
import type { Metrics } from './metrics.ts'

/** One call to a provider, in words of ours. */
interface Call<Answer> {
  provider: string
  operation: string
  work(): Promise<Answer>
  /** `ok`, or what went wrong. */
  outcomeOf(answer: NoInfer<Answer>): string
}

/** Makes a call, and tells of it: in the metrics, in the log and in the trace. What it throws goes on. */
export type Observe = <Answer>(call: Call<Answer>) => Promise<Answer>

export function createObserver({
  metrics,
  tracing,
  log,
}: {
  metrics: Pick<Metrics, 'called'>
  tracing: Tracing | undefined
  log: Log
}): Observe {
  return async ({ provider, operation, work, outcomeOf }) => {
    const whole = requestContext()
    const parent = whole.span?.traceparent
    const span = tracing?.begin({ name: `${provider} ${operation}`, kind: 'client', parent })
    const begun = performance.now()
    const end = (outcome: string, failed: boolean) => {
      const ms = performance.now() - begun
      metrics.called({ provider, operation, outcome }, ms / 1000)
      span?.end({ failed, attributes: { 'provider.outcome': outcome } })
      log.info({ provider, operation, outcome, ms: Math.round(ms) }, 'a provider was called')
    }
    try {
      const answer = await (span ? during({ ...whole, span }, work) : work())
      const outcome = outcomeOf(answer)
      end(outcome, outcome !== 'ok')
      return answer
    } catch (error) {
      end('error', true)
      throw error
    }
  }
}
