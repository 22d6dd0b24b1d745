import { staffApi } from '#contract/paths.ts'
import { staffMe } from '#contract/schemas/staff-access.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { staffErrors, staffOf } from './guard.ts'

export interface AccessDeps {
  clock: Clock
}

/** Who one is, one's passkeys and sessions, and the people of the desk. */
export function accessRoutes(app: ApiServer, { clock }: AccessDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/me`,
    config: { operation: 'me.read' },
    schema: {
      summary: 'Who is signed in',
      tags: ['Access'],
      response: { 200: staffMe, ...staffErrors() },
    },
    async handler(request, reply) {
      const { id, name, role, steppedUpUntil: until } = staffOf(request)
      const steppedUpUntil = until > clock.now() ? new Date(until).toISOString() : null
      return reply.send({ id, name, role, steppedUpUntil })
    },
  })
}
