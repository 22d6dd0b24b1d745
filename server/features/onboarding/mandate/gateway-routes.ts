import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api, pages, recordPages } from '#contract/paths.ts'
import { type ApiServer, takeForms } from '#server/platform/http/api-server.ts'
import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import { sendRetryLater } from '#server/platform/http/http-errors.ts'
import { type Brought, createReceive } from './callback-service.ts'
import { callbackLimit, returnLimit } from './rules.ts'
import type { MandateDeps } from './service.ts'

/** What is no answer is told so as an answer of the wrong hash is; a name that comes twice is none. */
const answered = z.catch(z.object({ msg: z._default(z.string(), '') }), { msg: '' })
/** Nobody reads these in the API's description: the gateway calls them, and it was told where. */
const hidden = { hide: true } as const

type GatewayCallbackDeps = MandateDeps & { limit(rule: LimitRule): Limit }

/** Where the gateway's server tells an outcome, and where it sends a browser back to (wires 1.5, 1.8). */
export async function gatewayCallbackRoutes(app: ApiServer, deps: GatewayCallbackDeps): Promise<void> {
  takeForms(app)
  const receive = createReceive(deps)
  const called = deps.limit(callbackLimit)
  const returned = deps.limit(returnLimit)

  /** Books what the gateway's server tells; it is answered in plain text, and told whether its hash was right. */
  async function take(message: string, request: FastifyRequest, reply: FastifyReply) {
    const allowed = await called(request.ip)
    if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
    const { genuine, receipt } = await receive(message, 'callback')
    return reply
      .code(genuine ? 200 : 401)
      .type('text/plain; charset=utf-8')
      .send(receipt)
  }

  const callback = { url: api.gatewayCallback, exposeHeadRoute: false }
  app.route({
    ...{ ...callback, method: 'GET', schema: { ...hidden, querystring: answered } },
    handler: (request, reply) => take(request.query.msg, request, reply),
  })
  app.route({
    ...{ ...callback, method: 'POST', schema: { ...hidden, body: answered } },
    handler: (request, reply) => take(request.body.msg, request, reply),
  })
  app.route({
    method: 'POST',
    url: api.gatewayReturn,
    schema: { ...hidden, body: answered },
    async handler(request, reply) {
      const allowed = await returned(request.ip)
      if (!allowed.allowed)
        return leadOn(request, reply, deps.publicUrl) ?? sendRetryLater(reply, allowed.retryAfterSeconds)
      // The gateway's page posts from its own site, so no cookie comes along: the answer's hash has to do.
      const { mandate } = await receive(request.body.msg, 'return')
      if (isFromOurPage(request, deps.publicUrl)) return reply.code(204).send()
      const token = mandate && recordToReturnTo(mandate, deps.clock.now())
      const retry = token && recordPages.mandateFailure + token
      return reply.redirect(retry || pages.register, 303)
    },
  })
}

/**
 * Whether the gateway's script posts from the very page that waits for the answer (wires 1.5). An answer without content
 * leaves that page as it is, with all that was typed; it hears the outcome from the script, or asks for it.
 */
function isFromOurPage({ headers: { referer = '' } }: FastifyRequest, publicUrl: string): boolean {
  const page = URL.parse(referer)
  if (page?.origin !== new URL(publicUrl).origin) return false
  return page.pathname === pages.register || page.pathname.startsWith(recordPages.mandateFailure)
}

/**
 * Where a browser goes whose answer is not taken in now; undefined for callers that are no browsers. A person would see a
 * refusal's JSON in the place of their form, and that form asks how the mandate stands.
 */
export function leadOn(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply | undefined {
  if (isFromOurPage(request, publicUrl)) return reply.code(204).send()
  return request.headers.accept?.includes('text/html') ? reply.redirect(pages.register, 303) : undefined
}

/** Milliseconds in which a browser comes back from its bank. */
const RETURN_MS = 60 * 60_000

/** What opens the record that a try is to mend: an answer can be posted again, and is not to name a record for ever. */
function recordToReturnTo(mandate: NonNullable<Brought['mandate']>, now: number): string | null {
  return now - mandate.created_at < RETURN_MS ? mandate.retryToken : null
}
