import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import { createLimits, limitCallers } from './lib/limits.ts'
import type { Limit, LimitRule } from './lib/limits.ts'
import type { Log } from './lib/log.ts'
import type { Sealer } from './lib/sealing.ts'
import { openSharedCounts } from './lib/shared-counts.ts'

interface OpenLimits {
  limit(rule: LimitRule): Limit
  close(): void
}

/** The limits of this process, counted with all others where the settings name a Redis. */
export async function openLimits(
  config: Pick<Config, 'redisUrl' | 'rateLimitScale'>,
  deps: { sealer: Sealer; clock: Clock; log: Log },
): Promise<OpenLimits> {
  const { redisUrl: url, rateLimitScale } = config
  if (url === undefined) return { limit: limitCallers(createLimits(rateLimitScale)), close: () => undefined }
  const { share, close } = await openSharedCounts({ ...deps, url })
  return { limit: limitCallers(createLimits(rateLimitScale, share)), close }
}
