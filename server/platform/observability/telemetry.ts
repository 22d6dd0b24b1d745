import type { Log } from './log.ts'
import type { Tracing } from './tracing.ts'
import { runInContext, requestContext } from '#server/platform/http/request-context.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** One call to a provider. */
interface Call<Answer> {
  provider: string
  operation: string
  work(): Promise<Answer>
  /** `ok`, or what went wrong. */
  outcomeOf(answer: NoInfer<Answer>): string
}

/** Makes a call and records it in the metrics, in the log and in the trace. What it throws is thrown again. */
export type Observe = <Answer>(call: Call<Answer>) => Promise<Answer>

function createObserver({ metrics, tracing, log }: Omit<Telemetry, 'observe'> & { log: Log }): Observe {
  return async ({ provider, operation, work, outcomeOf }) => {
    const context = requestContext()
    const parent = context.span?.traceparent
    const span = tracing?.begin({ name: `${provider} ${operation}`, kind: 'client', parent })
    const begun = performance.now()
    const end = (outcome: string, failed: boolean) => {
      const ms = performance.now() - begun
      metrics.providerCalled({ provider, operation, outcome }, ms / 1000)
      span?.end({ failed, attributes: { 'provider.outcome': outcome } })
      log.info({ provider, operation, outcome, ms: Math.round(ms) }, 'a provider was called')
    }
    try {
      const answer = await (span ? runInContext({ ...context, span }, work) : work())
      const outcome = outcomeOf(answer)
      end(outcome, outcome !== 'ok')
      return answer
    } catch (error) {
      end('error', true)
      throw error
    }
  }
}

export interface Telemetry {
  metrics: Metrics
  /** Where spans go; undefined without the setting, and then nothing of OpenTelemetry is loaded. */
  tracing: Tracing | undefined
  observe: Observe
}

/** Metrics, and traces where `tracesUrl` names a collector. */
export async function createTelemetry(
  { tracesUrl }: { tracesUrl: string | undefined },
  log: Log,
): Promise<Telemetry> {
  const metrics = createMetrics()
  const tracing =
    tracesUrl === undefined
      ? undefined
      : (await import('./otlp.ts')).createTracing({ endpoint: tracesUrl, log })
  return { metrics, tracing, observe: createObserver({ metrics, tracing, log }) }
}
