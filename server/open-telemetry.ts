import type { Config } from './config.ts'
import type { Log } from './lib/log.ts'
import type { Tracing } from './lib/tracing.ts'
import { createMetrics } from './telemetry/metrics.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { createObserver } from './telemetry/observer.ts'
import type { Observe } from './telemetry/observer.ts'

/** What tells from outside how the server does. */
export interface Telemetry {
  metrics: Metrics
  /** Where spans go; undefined without the setting, and then nothing of OpenTelemetry is loaded. */
  tracing: Tracing | undefined
  observe: Observe
}

export async function openTelemetry({ tracesUrl }: Pick<Config, 'tracesUrl'>, log: Log): Promise<Telemetry> {
  const metrics = createMetrics()
  const tracing = tracesUrl === undefined ? undefined : await openTracing(tracesUrl, log)
  return { metrics, tracing, observe: createObserver({ metrics, tracing, log }) }
}

async function openTracing(endpoint: string, log: Log): Promise<Tracing> {
  const { createTracing } = await import('./telemetry/otlp.ts')
  return createTracing({ endpoint, log })
}
