import { pageError, pageErrorResponse } from '#contract/schemas/page-errors.ts'
import { withoutPersonal } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas } from '#server/platform/http/http-errors.ts'
import { answerIn } from '#server/platform/requested-language.ts'

/** Bytes of a report: a name, a release and one sentence. */
const BODY_LIMIT = 4 * 1024

/** Receives reports of failed components: one line in the log, and nothing is stored. */
export function pageErrorRoutes(server: ApiServer, app: App): void {
  server.route({
    method: 'POST',
    url: api.pageError,
    bodyLimit: BODY_LIMIT,
    preHandler: app.limit('page-fault').preHandler,
    schema: {
      summary: 'Tell that a component of a page failed',
      tags: ['Pages'],
      body: pageError,
      response: {
        202: pageErrorResponse,
        ...errorSchemas('cross_site', 'too_large', 'invalid', 'rate_limited'),
      },
    },
    async handler(request, reply) {
      const { release, component, message } = request.body
      request.log.warn(
        { release, component, fault: withoutPersonal(message) },
        'a component of a page failed',
      )
      return reply.code(202).send({ message: answerIn(reply, 'pageErrorMessages.noted') })
    },
  })
}
