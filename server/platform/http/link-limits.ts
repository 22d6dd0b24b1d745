import type { FastifyRequest } from 'fastify'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { retryLater } from './http-errors.ts'

/** How many times as many calls with links that there are, as tries at links that there are not. */
const FOUND = 10

const found = new WeakSet<FastifyRequest>()

/** Notes that a request's link is one of ours, whatever the answer says of it. */
export function noteFound(request: FastifyRequest): void {
  found.add(request)
}

/**
 * The hooks of calls that a link opens. An address is counted for links that there are not by `rule`, and apart from it for
 * those that there are: whoever guesses behind an address spends nothing of its other users (docs/security.md, T7).
 */
export function limitLinks(limit: (rule: LimitRule) => Limit, rule: LimitRule) {
  const misses = limit(rule)
  const hits = limit({ ...rule, name: `${rule.name}-found`, points: rule.points * FOUND })
  const giveBacks = new WeakMap<FastifyRequest, () => Promise<void>>()
  return {
    async preHandler(request: FastifyRequest) {
      const open = await hits.check(request.ip)
      if (!open.allowed) throw retryLater(open.retryAfterSeconds)
      // Counted as a miss until it is known to be none: a thousand guesses at once are no more than the rule allows.
      const miss = await misses.consume(request.ip)
      if (!miss.allowed) throw retryLater(miss.retryAfterSeconds)
      giveBacks.set(request, miss.giveBack)
    },
    async onResponse(request: FastifyRequest) {
      if (!found.has(request)) return
      await giveBacks.get(request)?.()
      await hits.charge(request.ip, 1)
    },
  }
}
