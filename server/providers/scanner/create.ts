import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/telemetry.ts'
import { createClamd } from './clamd.ts'
import { noScanner, type ScannerPort } from './port.ts'

/** The virus scanner that the settings name; each answer of it is one of its own words, which the metrics show. */
export function createScanner(
  { clamdUrl }: Pick<Config, 'clamdUrl'>,
  { log, observe }: { log: Log; observe: Observe },
): ScannerPort {
  const { scan } = clamdUrl ? createClamd(clamdUrl, log) : noScanner
  const call = { provider: 'scanner', operation: 'scan', outcomeOf: (answer: string) => answer }
  return { scan: (bytes) => observe({ ...call, work: () => scan(bytes) }) }
}
