import type { Config } from '#server/config/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  createLimits,
  type Limit,
  limitCallers,
  type LimitRule,
} from '#server/platform/rate-limit/rate-limit.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createRedisCounters } from '#server/platform/rate-limit/redis-counters.ts'

interface OpenLimits {
  limit(rule: LimitRule): Limit
  close(): void
}

/** The limits of this process, counted with all others where the settings name a Redis. */
export async function createRateLimits(
  config: Pick<Config, 'redisUrl' | 'rateLimitScale'>,
  deps: { cipher: FieldCipher; clock: Clock; log: Log },
): Promise<OpenLimits> {
  const { redisUrl: url, rateLimitScale } = config
  if (url === undefined) return { limit: limitCallers(createLimits(rateLimitScale)), close: () => undefined }
  const { share, close } = await createRedisCounters({ ...deps, url })
  return { limit: limitCallers(createLimits(rateLimitScale, share)), close }
}
