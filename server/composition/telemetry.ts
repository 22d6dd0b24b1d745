import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'
import { createMetrics, type Metrics } from '#server/platform/observability/metrics.ts'
import { createObserver, type Observe } from '#server/platform/observability/observer.ts'

/** What tells from outside how the server does. */
export interface Telemetry {
  metrics: Metrics
  /** Where spans go; undefined without the setting, and then nothing of OpenTelemetry is loaded. */
  tracing: Tracing | undefined
  observe: Observe
}

export async function createTelemetry(
  { tracesUrl }: Pick<Config, 'tracesUrl'>,
  log: Log,
): Promise<Telemetry> {
  const metrics = createMetrics()
  const tracing = tracesUrl === undefined ? undefined : await openTracing(tracesUrl, log)
  return { metrics, tracing, observe: createObserver({ metrics, tracing, log }) }
}

async function openTracing(endpoint: string, log: Log): Promise<Tracing> {
  const { createTracing } = await import('#server/platform/observability/otlp.ts')
  return createTracing({ endpoint, log })
}
