import { RateLimiterRedis } from 'rate-limiter-flexible'
import { todayInIndia } from '#contract/dates.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LimitRule, ShareCounts, SharedCounts } from './rate-limit.ts'
import { openRedis, type RedisClient, type RedisOptions } from './redis-client.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'

interface CountDeps extends RedisOptions {
  cipher: FieldCipher
  clock: Clock
}

const PREFIX = 'limits'
/** Stands in Redis from the first count on: where it is missing or another, counts were lost with it. */
const MARK = `${PREFIX}:mark`

/** Opens the counts in Redis; throws `StartError` where that refuses what REDIS_URL says. */
export async function createRedisCounters(deps: CountDeps): Promise<{ share: ShareCounts; close(): void }> {
  const { cipher, clock, log } = deps
  const mark = createMark(log)
  const redis = await openRedis(deps, mark.look)

  function share({ name, points, seconds }: LimitRule): SharedCounts {
    const limiter = new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: `${PREFIX}:${name}`,
      points,
      duration: seconds,
    })
    return {
      async add(key, change) {
        // Under another key every day: what is left in Redis does not reveal who came (trust.md part 4).
        const index = cipher.index(PREFIX, `${todayInIndia(clock.now())}|${key}`)
        const counted = await redis.ask(async (client) => {
          const [count, found] = await Promise.all([limiter.penalty(index, change), client.get(MARK)])
          if (!mark.is(found)) await mark.look(client)
          return count
        })
        if (!counted) return undefined
        const { consumedPoints, msBeforeNext } = counted
        return { consumedPoints, msBeforeNext, whole: mark.age() > seconds * 1000 }
      },
    }
  }

  return { share, close: redis.close }
}

/** By a mark that is left in Redis it is seen when that has forgotten what it was given. */
function createMark(log: Log) {
  let mark: string | undefined
  let lostAt = -Infinity
  return {
    is: (found: string | null) => found === mark,
    /** Milliseconds since Redis was seen to have forgotten; endless where it never was. */
    age: () => performance.now() - lostAt,
    /** Looks for the mark, and leaves one where there is none. */
    async look(client: RedisClient): Promise<void> {
      await client.set(MARK, newId(), { condition: 'NX' })
      const found = await client.get(MARK)
      if (mark !== undefined && found !== mark) {
        lostAt = performance.now()
        log.warn('Redis lost its counters: limits are stricter until their windows have passed')
      }
      mark = found ?? undefined
    },
  }
}
