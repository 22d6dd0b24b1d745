import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networksOf } from '#server/platform/http/client-address.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createRedisCounters } from './redis-counters.ts'

/** A limit in words of its rule: so many in so many seconds for one key. */
export interface LimitRule {
  name: string
  points: number
  seconds: number
}

/** An allowed use can be given back when nothing came of it through a fault of ours. */
export type LimitAnswer =
  { allowed: true; giveBack(): Promise<void> } | { allowed: false; retryAfterSeconds: number }

/** Counts one use of `key`; refuses with the wait, in whole seconds, once the rule's points are spent. */
export type Limit = (key: string) => Promise<LimitAnswer>

/** What all processes have counted of a key in its window. */
export interface SharedCount {
  consumedPoints: number
  msBeforeNext: number
  /** Whether nothing was lost of what was counted in this rule's window. */
  whole: boolean
}

/** Counts uses of one rule with all processes; `add` answers nothing while that cannot be done. */
export interface SharedCounts {
  add(key: string, points: 1 | -1): Promise<SharedCount | undefined>
}

export type ShareCounts = (rule: LimitRule) => SharedCounts

/** What one process allows while the common count is missing: half, so that two never allow more than the rule. */
const ALONE = 0.5

/** Makes the limits; `scale` multiplies all points. With `share` processes count together too: the stricter holds. */
export function createLimits(scale: number, share?: ShareCounts): (rule: LimitRule) => Limit {
  return (rule) => {
    const { name, seconds } = rule
    const points = Math.max(1, Math.floor(rule.points * scale))
    const alone = Math.max(1, Math.floor(points * ALONE))
    const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
    const all = share?.(rule)

    return async (key) => {
      const here = await own.penalty(key)
      if (here.consumedPoints > points) return refusal(here)
      if (!all) return { allowed: true, giveBack: async () => void (await own.reward(key)) }
      const together = await all.add(key, 1)
      if (!together?.whole && here.consumedPoints > alone) {
        if (together) await all.add(key, -1)
        return refusal(here)
      }
      if (together && together.consumedPoints > points) {
        // Nobody waits here for what the others have used up.
        await own.reward(key)
        return refusal(together)
      }
      const giveBack = async () => void (await Promise.all([own.reward(key), all.add(key, -1)]))
      return { allowed: true, giveBack }
    }
  }
}

/** Limits callers by each network of their address; a use that one of them refuses is counted in no other. */
export function limitCallers(limits: (rule: LimitRule) => Limit): (rule: LimitRule) => Limit {
  return (rule) => {
    const byTimes = new Map<number, Limit>()
    const limitOf = (times: number) => {
      const limit = byTimes.get(times) ?? limits({ ...rule, points: rule.points * times })
      byTimes.set(times, limit)
      return limit
    }
    return async (address) => {
      const taken: (() => Promise<void>)[] = []
      const giveBack = async () => void (await Promise.all(taken.map((give) => give())))
      for (const { key, times } of networksOf(address)) {
        const answer = await limitOf(times)(key)
        if (answer.allowed) {
          taken.push(answer.giveBack)
          continue
        }
        await giveBack()
        return answer
      }
      return { allowed: true, giveBack }
    }
  }
}

function refusal({ msBeforeNext }: { msBeforeNext: number }): LimitAnswer {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

/** The limits of this process, shared where `redisUrl` is set; each refusal is counted in the metrics. */
export async function createRateLimits(
  { redisUrl: url, rateLimitScale }: { redisUrl: string | undefined; rateLimitScale: number },
  deps: { cipher: FieldCipher; clock: Clock; log: Log; counters: Pick<Counters, 'limitRefused'> },
): Promise<{ limit(rule: LimitRule): Limit; close(): void }> {
  const redis = url === undefined ? undefined : await createRedisCounters({ ...deps, url })
  const limits = limitCallers(createLimits(rateLimitScale, redis?.share))
  return {
    limit(rule) {
      const limit = limits(rule)
      return async (address) => {
        const answer = await limit(address)
        if (!answer.allowed) deps.counters.limitRefused(rule.name)
        return answer
      }
    },
    close: () => redis?.close(),
  }
}
