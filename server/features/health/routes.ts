import * as z from 'zod/mini'
import { probes } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

const answer = z.object({ message: z.string() })

export interface ProbeDeps {
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** True once the process has begun to stop. */
  stopping(): boolean
}

/** Whether the process lives, and whether it can take work. */
export function probeRoutes(app: ApiServer, deps: ProbeDeps): void {
  app.get(
    probes.health,
    { schema: { summary: 'The process lives', tags: ['Probes'], response: { 200: answer } } },
    async () => ({ message: 'alive' }),
  )
  app.get(
    probes.ready,
    {
      schema: {
        summary: 'The database answers and the process is not stopping',
        tags: ['Probes'],
        response: { 200: answer, 503: answer },
      },
    },
    async (request, reply) => {
      if (deps.stopping()) return reply.code(503).send({ message: 'stopping' })
      try {
        await deps.ping()
        return { message: 'ready' }
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer')
        return reply.code(503).send({ message: 'the database does not answer' })
      }
    },
  )
}
