import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { addressIn, defaultLanguage, languageOf } from '#contract/messages/languages.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { type ApiServer, takeForms } from '#server/platform/http/api-server.ts'
import { answerError, limitByAddress, sendRetryLater } from '#server/platform/http/http-errors.ts'
import { writtenIn } from '#server/platform/language.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { callbackLimit, RETURN_MS, returnLimit } from './status-rules.ts'
import { createReceiveAnswer, type ReceiveDeps } from './service.ts'

/** A missing or repeated `msg` is answered like one with a wrong hash. */
const answerForm = z.catch(z.object({ msg: z._default(z.string(), '') }), { msg: '' })
/** Left out of the API's description: only the gateway calls these. */
const hidden = { hide: true } as const

type CallbackDeps = ReceiveDeps & { config: { publicUrl: string }; limit(rule: LimitRule): Limit }

/** Where the gateway's server reports an outcome, and where it sends a browser back to. */
export async function gatewayCallbackRoutes(app: ApiServer, deps: CallbackDeps): Promise<void> {
  takeForms(app)
  const receiveAnswer = createReceiveAnswer(deps)
  returnRoute(app, deps, receiveAnswer)
  app.route({
    ...{ method: ['GET', 'POST'], url: api.gatewayCallback, exposeHeadRoute: false },
    preHandler: limitByAddress(deps.limit(callbackLimit)),
    schema: hidden,
    async handler({ method, query, body }, reply) {
      const { msg } = answerForm.parse(method === 'GET' ? query : body)
      const { genuine, receipt } = await receiveAnswer(msg, 'callback')
      return reply
        .code(genuine ? 200 : 401)
        .type('text/plain; charset=utf-8')
        .send(receipt)
    },
  })
}

function returnRoute(
  app: ApiServer,
  deps: CallbackDeps,
  receiveAnswer: ReturnType<typeof createReceiveAnswer>,
): void {
  const { publicUrl } = deps.config
  const limitReturns = deps.limit(returnLimit)
  app.route({
    method: 'POST',
    url: api.gatewayReturn,
    schema: { ...hidden, body: answerForm },
    errorHandler(error, request, reply) {
      if (leadOn(request, reply, publicUrl) === undefined) void answerError(error, request, reply)
      else if ((error.statusCode ?? 500) >= 500)
        request.log.error({ err: error }, 'an answer of the gateway was not recorded: it is asked later')
    },
    async handler(request, reply) {
      const allowed = await limitReturns.consume(request.ip)
      if (!allowed.allowed)
        return leadOn(request, reply, publicUrl) ?? sendRetryLater(reply, allowed.retryAfterSeconds)
      // The gateway's page posts from its own site, so the browser sends no cookie: the answer's hash has to do.
      const { mandate } = await receiveAnswer(request.body.msg, 'return')
      if (isFromOurPage(request, publicUrl)) return reply.code(204).send()
      // An answer can be posted again, so it leads to the record for a while only.
      const isRecent = mandate && deps.clock.now() - mandate.createdAt < RETURN_MS
      const retry = isRecent && mandate.retryToken && recordPages.mandateFailure + mandate.retryToken
      const language = writtenIn(mandate?.language ?? defaultLanguage, reply.server.languages)
      return reply.redirect(addressIn(language, retry || pages.register), 303)
    },
  })
}

/**
 * Whether the gateway's script posts from the very page that waits for the answer. An answer without content
 * leaves that page as it is, with all that was typed; it hears the outcome from the script, or asks for it.
 */
function isFromOurPage({ headers: { referer = '' } }: FastifyRequest, publicUrl: string): boolean {
  const page = URL.parse(referer)
  if (page?.origin !== new URL(publicUrl).origin) return false
  const { path } = languageOf(page.pathname)
  return path === pages.register || path.startsWith(recordPages.mandateFailure)
}

/**
 * Where a browser goes whose answer is not received now; undefined for callers that are no browsers. A person would see a
 * refusal's JSON in the place of their form, and that form asks for the status itself.
 */
export function leadOn(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply | undefined {
  if (isFromOurPage(request, publicUrl)) return reply.code(204).send()
  return request.headers.accept?.includes('text/html') ? reply.redirect(pages.register, 303) : undefined
}
