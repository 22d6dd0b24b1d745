import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import type { Tally } from './counters.ts'

/** The same limits, with each refusal counted by its rule. */
export function countRefusals(
  limits: (rule: LimitRule) => Limit,
  tally: Pick<Tally, 'limitRefused'>,
): (rule: LimitRule) => Limit {
  return (rule) => {
    const limit = limits(rule)
    return async (key) => {
      const answer = await limit(key)
      if (!answer.allowed) tally.limitRefused(rule.name)
      return answer
    }
  }
}
