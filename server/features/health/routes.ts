import * as z from 'zod/mini'
import { probes } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

const answer = z.object({ message: z.string() })
/** `held` where something waits for an operator though visitors are served. */
const readyAnswer = z.object({ message: z.string(), held: z.optional(z.string()) })

export interface ProbeDeps {
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Whether nothing is deleted until an operator confirms the clock. */
  isClockHeld(): Promise<boolean>
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
        response: { 200: readyAnswer, 503: answer },
      },
    },
    async (request, reply) => {
      if (deps.stopping()) return reply.code(503).send({ message: 'stopping' })
      try {
        await deps.ping()
        if (!(await deps.isClockHeld())) return { message: 'ready' }
        return { message: 'ready', held: 'the clock jumped: nothing is deleted until ops confirm-clock' }
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer')
        return reply.code(503).send({ message: 'the database does not answer' })
      }
    },
  )
}
