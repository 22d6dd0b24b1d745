import type { Config } from './config.ts'
import type { Log } from './lib/log.ts'
import type { Tracing } from './lib/tracing.ts'

/** Where spans go; undefined without the setting, and then nothing of OpenTelemetry is loaded. */
export async function openTracing(
  { tracesUrl }: Pick<Config, 'tracesUrl'>,
  log: Log,
): Promise<Tracing | undefined> {
  if (tracesUrl === undefined) return undefined
  const { createTracing } = await import('./telemetry/otlp.ts')
  return createTracing({ endpoint: tracesUrl, log })
}
