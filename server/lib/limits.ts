import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

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

/** Makes the limits of one process; `scale` multiplies the points of every rule (`RATE_LIMIT_SCALE`). */
export function createLimits(scale: number): (rule: LimitRule) => Limit {
  return (rule) => {
    const limiter = new RateLimiterMemory({
      keyPrefix: rule.name,
      points: Math.max(1, Math.floor(rule.points * scale)),
      duration: rule.seconds,
    })
    return async (key) => {
      try {
        await limiter.consume(key)
        return { allowed: true, giveBack: async () => void (await limiter.reward(key)) }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    }
  }
}
