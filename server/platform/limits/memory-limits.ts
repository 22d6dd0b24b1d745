import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { callerOf } from '#server/platform/http/client-address.ts'

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

/** Callers are counted by `callerOf` their address, unless the rule counts by another key. */
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
  return ({ name, points, seconds, by }) => {
    const scaled = Math.max(1, Math.floor(points * scale))
    const limiter = new RateLimiterMemory({ keyPrefix: name, points: scaled, duration: seconds })
    const keyOf = (address: string) => (by === 'key' ? address : callerOf(address))
    function refusal({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): OverLimit {
      refused(name)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    }
    return {
      async consume(address, cost = 1) {
        const [key, whole] = [keyOf(address), Math.ceil(cost)]
        const giveBack = async () => void (await limiter.reward(key, whole))
        try {
          await limiter.consume(key, whole)
          return { allowed: true, giveBack }
        } catch (over) {
          if (!(over instanceof RateLimiterRes)) throw over
          // The library counts what it refuses, too.
          await giveBack()
          return refusal(over)
        }
      },
      async check(address, cost = 1) {
        const found = await limiter.get(keyOf(address))
        const current = found && found.msBeforeNext > 0 ? found : { consumedPoints: 0, msBeforeNext: 0 }
        return current.consumedPoints + cost > scaled ? refusal(current) : { allowed: true }
      },
      async charge(address, cost) {
        await limiter.penalty(keyOf(address), Math.ceil(cost))
      },
    }
  }
}
