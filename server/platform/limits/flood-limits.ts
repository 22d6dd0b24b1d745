import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { callerOf } from '#server/platform/http/client-address.ts'
import { LimitReached } from './limit-reached.ts'
import { type FloodName, floods, type LimitSettings, type Rule, sizeOf } from './rules.ts'

/** A limit of this process, by the caller's address or the rule's key. Throws `LimitReached`. */
export interface FloodLimit {
  /** Counts a use, or `cost` points; returns a function that gives them back. */
  take(address: string, cost?: number): Promise<() => Promise<void>>
  /** Counts nothing; throws if fewer than `cost` points are left. */
  check(address: string, cost?: number): Promise<void>
  /** Counts the cost of a request, even if it exceeds what is left; then the next request waits. */
  charge(address: string, cost: number): Promise<void>
}

/** Creates the limits against floods, one for each rule; several processes together allow more. */
export function createFloodLimits(
  settings: LimitSettings,
  refused: (rule: string) => void = () => undefined,
): (name: FloodName) => FloodLimit {
  const limits = new Map<FloodName, FloodLimit>()
  function create(name: FloodName): FloodLimit {
    const rule: Rule = floods[name]
    const { points, windowMs } = sizeOf(rule, settings)
    const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 })
    const keyOf = (address: string) => (rule.by === 'address' ? callerOf(address) : address)
    function refuse({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): never {
      refused(name)
      throw new LimitReached(name, rule, msBeforeNext)
    }
    async function take(address: string, cost = 1) {
      const [key, whole] = [keyOf(address), Math.ceil(cost)]
      const giveBack = async () => void (await limiter.reward(key, whole))
      try {
        await limiter.consume(key, whole)
        return giveBack
      } catch (over) {
        if (!(over instanceof RateLimiterRes)) throw over
        // The library also counts what it refuses.
        await giveBack()
        return refuse(over)
      }
    }
    return {
      take,
      async check(address, cost = 1) {
        const found = await limiter.get(keyOf(address))
        const current = found && found.msBeforeNext > 0 ? found : { consumedPoints: 0, msBeforeNext: 0 }
        if (current.consumedPoints + cost > points) refuse(current)
      },
      async charge(address, cost) {
        await limiter.penalty(keyOf(address), Math.ceil(cost))
      },
    }
  }
  return (name) => {
    const limit = limits.get(name) ?? create(name)
    limits.set(name, limit)
    return limit
  }
}
