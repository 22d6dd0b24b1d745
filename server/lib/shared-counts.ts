import { RateLimiterRedis } from 'rate-limiter-flexible'
import { todayInIndia } from '#contract/dates.ts'
import type { Clock } from './clock.ts'
import { newId } from './ids.ts'
import type { LimitRule, ShareCounts, SharedCounts } from './limits.ts'
import { openRedis } from './redis.ts'
import type { RedisClient, RedisOptions } from './redis.ts'
import type { Sealer } from './sealing.ts'

interface CountDeps extends RedisOptions {
  sealer: Sealer
  clock: Clock
}

const PREFIX = 'limits'
/** Stands in Redis from the first count on: where it is missing or another, counts were lost with it. */
const MARK = `${PREFIX}:mark`

/** Opens the counts in Redis; throws `StartError` where that refuses what REDIS_URL says. */
export async function openSharedCounts(deps: CountDeps): Promise<{ share: ShareCounts; close(): void }> {
  const { sealer, clock, log } = deps
  let mark: string | undefined
  let lostAt = -Infinity

  /** Sees whether Redis still has what it was given, and has it remember that from now on. */
  async function look(client: RedisClient): Promise<void> {
    await client.set(MARK, newId(), { condition: 'NX' })
    note((await client.get(MARK)) ?? undefined)
  }

  function note(found: string | undefined): void {
    if (mark !== undefined && found !== mark) {
      lostAt = performance.now()
      log.warn('Redis has forgotten what was counted: limits are stricter until their windows have passed')
    }
    mark = found
  }

  const redis = await openRedis(deps, look)

  function share({ name, points, seconds }: LimitRule): SharedCounts {
    const limiter = new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: `${PREFIX}:${name}`,
      points,
      duration: seconds,
    })
    const isWhole = () => performance.now() - lostAt > seconds * 1000
    return {
      async add(key, change) {
        // Under another key every day: what is left in Redis tells nobody who came (trust.md part 4).
        const index = sealer.index(PREFIX, `${todayInIndia(clock.now())}|${key}`)
        const answer = await redis.ask(async (client) => {
          const [counted, found] = await Promise.all([limiter.penalty(index, change), client.get(MARK)])
          if (found !== mark) await look(client)
          return counted
        })
        if (!answer) return undefined
        const { consumedPoints, msBeforeNext } = answer
        return { consumedPoints, msBeforeNext, whole: isWhole() }
      },
    }
  }

  return { share, close: redis.close }
}
