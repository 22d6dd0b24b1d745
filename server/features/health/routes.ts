import * as z from 'zod/mini'
import { probes } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

const answer = z.object({ message: z.string() })

/** Answers whether the process is alive, and whether it can work. */
export function probeRoutes(server: ApiServer, { database, clock, stopping }: App): void {
  server.get(
    probes.health,
    { schema: { summary: 'The process lives', tags: ['Probes'], response: { 200: answer } } },
    async () => ({ message: 'alive' }),
  )
  server.get(
    probes.ready,
    {
      schema: {
        summary: 'The database answers and takes a write, and the process is not stopping',
        tags: ['Probes'],
        response: { 200: answer, 503: answer },
      },
    },
    async (request, reply) => {
      if (stopping()) return reply.code(503).send({ message: 'stopping' })
      try {
        await database.ping(clock.now())
        return { message: 'ready' }
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer or cannot be written')
        return reply.code(503).send({ message: 'the database does not answer or takes no write' })
      }
    },
  )
}
