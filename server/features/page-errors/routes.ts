import { pageError, pageErrorResponse } from '#contract/schemas/page-errors.ts'
import { withoutPersonal } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { retryLater, errorSchemas } from '#server/platform/http/http-errors.ts'
import { answerIn } from '#server/platform/requested-language.ts'

/** Reports that one address may send. */
const pageErrorLimit: LimitRule = { name: 'page-fault', points: 20, seconds: 3600 }

/** Bytes of a report: a name, a release and one sentence. */
const BODY_LIMIT = 4 * 1024

/** A page reports that a component of it failed: one line in the log, and nothing is stored. */
export function pageErrorRoutes(server: ApiServer, app: App): void {
  const limit = app.limit(pageErrorLimit)
  server.route({
    method: 'POST',
    url: api.pageError,
    bodyLimit: BODY_LIMIT,
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
      const answer = await limit.consume(request.ip)
      if (!answer.allowed) throw retryLater(answer.retryAfterSeconds)
      const { release, component, message } = request.body
      request.log.warn(
        { release, component, fault: withoutPersonal(message) },
        'a component of a page failed',
      )
      return reply.code(202).send({ message: answerIn(reply, 'pageErrorMessages.noted') })
    },
  })
}
