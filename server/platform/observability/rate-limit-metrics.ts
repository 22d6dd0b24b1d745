import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import type { Counters } from './counters.ts'

/** The same limits, with each refusal counted by its rule. */
export function countRateLimited(
  limits: (rule: LimitRule) => Limit,
  counters: Pick<Counters, 'limitRefused'>,
): (rule: LimitRule) => Limit {
  return (rule) => {
    const limit = limits(rule)
    return async (key) => {
      const answer = await limit(key)
      if (!answer.allowed) counters.limitRefused(rule.name)
      return answer
    }
  }
}
