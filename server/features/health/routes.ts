import * as z from 'zod/mini'
import { probes } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { lastSeen } from '#server/platform/clock-watch.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

const answer = z.object({ message: z.string() })
/** `held` where something waits for an operator though visitors are served. */
const readyAnswer = z.object({ message: z.string(), held: z.optional(z.string()) })

/** Whether the process lives, and whether it can take work. */
export function probeRoutes(server: ApiServer, { database, db, stopping }: App): void {
  server.get(
    probes.health,
    { schema: { summary: 'The process lives', tags: ['Probes'], response: { 200: answer } } },
    async () => ({ message: 'alive' }),
  )
  server.get(
    probes.ready,
    {
      schema: {
        summary: 'The database answers and the process is not stopping',
        tags: ['Probes'],
        response: { 200: readyAnswer, 503: answer },
      },
    },
    async (request, reply) => {
      if (stopping()) return reply.code(503).send({ message: 'stopping' })
      try {
        await database.ping()
        const isHeld = (await lastSeen(db))?.jump !== undefined
        if (!isHeld) return { message: 'ready' }
        return { message: 'ready', held: 'the clock jumped: nothing is deleted until ops confirm-clock' }
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer')
        return reply.code(503).send({ message: 'the database does not answer' })
      }
    },
  )
}
