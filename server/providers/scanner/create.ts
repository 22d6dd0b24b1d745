import { url } from '#server/config/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/observe.ts'
import { createClamd } from './clamd.ts'
import { noScanner, type ScannerPort } from './port.ts'

export const scannerSettings = {
  CLAMD_URL: {
    default: 'none: files are not scanned',
    meaning: 'the virus scanner: `tcp://host:3310` or `unix:///path/of/socket`',
    schema: url(['tcp:', 'unix:'], 'must begin with tcp:// or unix://').optional(),
  },
} as const

/** The virus scanner that the settings name; each answer of it is one of its own words, which the metrics show. */
export function createScanner(
  { clamdUrl }: { clamdUrl: string | undefined },
  { log, observe }: { log: Log; observe: Observe },
): ScannerPort {
  const { scan } = clamdUrl ? createClamd(clamdUrl, log) : noScanner
  const call = { provider: 'scanner', operation: 'scan', outcomeOf: (answer: string) => answer }
  return { scan: (bytes) => observe({ ...call, work: () => scan(bytes) }) }
}
