import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networksOf } from '#server/platform/http/client-address.ts'

/** So many points in so many seconds for one caller: uses, or whatever else a caller is charged (bytes, milliseconds). */
export interface LimitRule {
  name: string
  points: number
  seconds: number
  /** What is counted where that is no address of a caller, such as a domain. */
  by?: 'key'
}

export interface OverLimit {
  allowed: false
  retryAfterSeconds: number
}

/** What was counted can be given back when nothing came of it through a fault of ours. */
export type LimitAnswer = { allowed: true; giveBack(): Promise<void> } | OverLimit

/**
 * Callers are counted by each network of their address (docs/security.md, T5); whatever is no address counts as one caller, unless the rule counts by a key. What one
 * network refuses is counted in none.
 */
export interface Limit {
  /** Counts one use, or `cost` points; refuses with the wait, in whole seconds, where fewer are left. */
  consume(address: string, cost?: number): Promise<LimitAnswer>
  /** Whether a point is left, or as many as `cost`; counts nothing. */
  check(address: string, cost?: number): Promise<{ allowed: true } | OverLimit>
  /** Counts what a request turned out to cost, also beyond what is left: then the next one waits. */
  charge(address: string, cost: number): Promise<void>
}

/**
 * Makes the limits of this process, which counts them in its memory: several processes allow as many times more. What
 * costs money or guesses a secret is counted in the database (`database-counters.ts`). `scale` multiplies all points.
 */
export function createLimits(
  scale: number,
  refused: (rule: string) => void = () => undefined,
): (rule: LimitRule) => Limit {
  return (rule) => {
    const networks = createNetworkLimits(rule, scale)
    function refusal({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): OverLimit {
      refused(rule.name)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    }
    return {
      async consume(address, cost = 1) {
        const counted: (() => Promise<void>)[] = []
        const giveBack = async () => void (await Promise.all(counted.map((undo) => undo())))
        for (const { limiter, key } of networks(address)) {
          const over = await consume(limiter, key, Math.ceil(cost))
          counted.push(async () => void (await limiter.reward(key, Math.ceil(cost))))
          if (!over) continue
          await giveBack()
          return refusal(over)
        }
        return { allowed: true, giveBack }
      },
      async check(address, cost = 1) {
        for (const { limiter, key } of networks(address)) {
          const found = await limiter.get(key)
          const standing = found && found.msBeforeNext > 0 ? found : { consumedPoints: 0, msBeforeNext: 0 }
          if (standing.consumedPoints + cost > limiter.points) return refusal(standing)
        }
        return { allowed: true }
      },
      async charge(address, cost) {
        for (const { limiter, key } of networks(address)) await limiter.penalty(key, Math.ceil(cost))
      },
    }
  }
}

/** A limiter for each width of network, since the wider ones have more points. */
function createNetworkLimits({ name, points, seconds, by }: LimitRule, scale: number) {
  const byTimes = new Map<number, RateLimiterMemory>()
  function limiterOf(times: number): RateLimiterMemory {
    const known = byTimes.get(times)
    if (known) return known
    const scaled = Math.max(1, Math.floor(points * times * scale))
    const limiter = new RateLimiterMemory({ keyPrefix: name, points: scaled, duration: seconds })
    byTimes.set(times, limiter)
    return limiter
  }
  return (address: string) =>
    (by === 'key' ? [{ key: address, times: 1 }] : networksOf(address)).map(({ key, times }) => ({
      limiter: limiterOf(times),
      key,
    }))
}

/** What stands where the points do not suffice; undefined where they do. */
async function consume(
  limiter: RateLimiterMemory,
  key: string,
  cost: number,
): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key, cost)
    return undefined
  } catch (over) {
    if (over instanceof RateLimiterRes) return over
    throw over
  }
}
