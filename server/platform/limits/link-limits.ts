import type { FastifyRequest } from 'fastify'
import type { FloodLimit } from '#server/platform/limits/flood-limits.ts'
import type { FloodName, LinkRule } from '#server/platform/limits/rules.ts'

const found = new WeakSet<FastifyRequest>()

/** Records that a request's link exists, whatever the answer says. */
export function noteFound(request: FastifyRequest): void {
  found.add(request)
}

/**
 * Returns the hooks of calls that a link opens. Unknown and existing links of an address are counted separately, so
 * guesses do not use up the limit of other users of the address (docs/security.md, T7).
 */
export function limitLinks(limit: (name: FloodName) => FloodLimit, name: LinkRule) {
  const misses = limit(name)
  const hits = limit(`${name}-found`)
  const giveBacks = new WeakMap<FastifyRequest, () => Promise<void>>()
  return {
    async preHandler(request: FastifyRequest) {
      await hits.check(request.ip)
      // Counted as unknown until the link is found, so that even a thousand guesses at once stay within the rule.
      giveBacks.set(request, await misses.take(request.ip))
    },
    async onResponse(request: FastifyRequest) {
      if (!found.has(request)) return
      await giveBacks.get(request)?.()
      await hits.charge(request.ip, 1)
    },
  }
}
