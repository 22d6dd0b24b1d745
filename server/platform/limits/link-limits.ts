import type { FastifyRequest } from 'fastify'
import type { FloodLimit } from '#server/platform/limits/flood-limits.ts'
import type { FloodName, LinkRule } from '#server/platform/limits/rules.ts'

const found = new WeakSet<FastifyRequest>()

/** Notes that a request's link is one of ours, whatever the answer says of it. */
export function noteFound(request: FastifyRequest): void {
  found.add(request)
}

/**
 * The hooks of calls that a link opens. An address is counted for links that there are not, and apart from it for those that
 * there are: whoever guesses behind an address spends nothing of its other users (docs/security.md, T7).
 */
export function limitLinks(limit: (name: FloodName) => FloodLimit, name: LinkRule) {
  const misses = limit(name)
  const hits = limit(`${name}-found`)
  const giveBacks = new WeakMap<FastifyRequest, () => Promise<void>>()
  return {
    async preHandler(request: FastifyRequest) {
      await hits.check(request.ip)
      // Counted as a miss until it is known to be none: a thousand guesses at once are no more than the rule allows.
      giveBacks.set(request, await misses.take(request.ip))
    },
    async onResponse(request: FastifyRequest) {
      if (!found.has(request)) return
      await giveBacks.get(request)?.()
      await hits.charge(request.ip, 1)
    },
  }
}
