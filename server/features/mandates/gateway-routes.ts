import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api, pages, recordPages } from '#contract/paths.ts'
import type { ApiServer } from '#server/lib/api-server.ts'
import { takeForms } from '#server/lib/form-body.ts'
import { receive } from './service.ts'
import type { MandateDeps } from './service.ts'
import type { Mandate } from './store.ts'

const answered = z.object({ msg: z.optional(z.string()) })
/** Nobody reads these in the API's description: the gateway calls them, and it was told where. */
const hidden = { hide: true } as const

/** Where the gateway's server tells an outcome, and where it sends a browser back to (wires 1.5, 1.8). */
export async function gatewayDoors(app: ApiServer, deps: MandateDeps): Promise<void> {
  takeForms(app)
  app.route({
    method: 'GET',
    url: api.gatewayCallback,
    exposeHeadRoute: false,
    schema: { ...hidden, querystring: answered },
    handler: (request, reply) => take(deps, request.query.msg, reply),
  })
  app.route({
    method: 'POST',
    url: api.gatewayCallback,
    schema: { ...hidden, body: z.nullish(answered) },
    handler: (request, reply) => take(deps, request.body?.msg, reply),
  })
  app.route({
    method: 'POST',
    url: api.gatewayReturn,
    schema: { ...hidden, body: z.nullish(answered) },
    async handler(request, reply) {
      // The gateway's page posts from its own site, so no cookie comes along: the answer's hash has to do.
      const { mandate } = await receive(deps, request.body?.msg ?? '', 'return')
      if (isFromOurPage(request, deps.publicUrl)) return reply.code(204).send()
      const record = mandate && recordToReturnTo(mandate, deps.clock.now())
      const retry = record && recordPages.mandateFailure + (await deps.recordLinks.tokenOf(record))
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

/** Milliseconds in which a browser comes back from its bank. */
const RETURN_MS = 60 * 60_000

/** The record that a try is to mend: an answer can be posted again, and is not to name a record for ever. */
function recordToReturnTo(mandate: Mandate, now: number): string | null {
  return now - mandate.created_at < RETURN_MS ? mandate.retry_of : null
}

/** Books what the gateway's server tells; it is answered in plain text, and told whether its hash was right. */
async function take(deps: MandateDeps, message: string | undefined, reply: FastifyReply) {
  const { genuine, receipt } = await receive(deps, message ?? '', 'callback')
  return reply
    .code(genuine ? 200 : 401)
    .type('text/plain; charset=utf-8')
    .send(receipt)
}
