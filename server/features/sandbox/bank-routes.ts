import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { sandbox } from '#contract/paths.ts'
import { bankDecision, gatewaySwitches, switchesCookie } from '#contract/schemas/sandbox.ts'
import { type ApiServer, takeForms } from '#server/platform/http/api-server.ts'
import { sendError } from '#server/platform/http/http-errors.ts'
import type { SandboxBank } from './bank-service.ts'

const hidden = { schema: { hide: true } } as const
const decideForm = z.object({ transactionId: z.string(), token: z.string(), decision: bankDecision })

/** The bank's window: plain documents and forms, and the files of the gateway. */
export function bankRoutes(app: ApiServer, { bank, languageOf }: SandboxBank): void {
  const { pages } = bank
  for (const { address, type, body, missing } of pages.files) {
    app.get(address, hidden, (request, reply) => {
      const switches = switchesOf(request)
      if (missing && switches.includes(missing)) return sendError(reply, 'not_found')
      const first = missing === 'no-checkout' ? `window.sandboxSwitches = ${JSON.stringify(switches)}\n` : ''
      return reply.type(type).send(first + body.toString('utf8'))
    })
  }
  void app.register(async (scope) => {
    takeForms(scope)
    const send = (reply: FastifyReply, status: number, page: string) =>
      reply.code(status).headers(headersOf(pages.policy)).type('text/html; charset=utf-8').send(page)

    scope.post(sandbox.bank, hidden, async (request, reply) => {
      const config = configIn(request.body)
      const language = await languageOf(transactionIn(config))
      const opened = await bank.open(config)
      if (!opened.ok) return send(reply, 422, pages.refused(opened.problems, language))
      return send(reply, 200, pages.mandate(opened.mandate, language))
    })
    scope.post(pages.decide, hidden, async (request, reply) => {
      const read = decideForm.safeParse(request.body)
      if (!read.success) return send(reply, 422, pages.refused([], defaultLanguage))
      const { decision, ...order } = read.data
      const language = await languageOf(order.transactionId)
      const answered = await bank.decide(order, decision)
      if (!answered.ok) return send(reply, 422, pages.refused(answered.problems, language))
      return send(reply, 200, pages.answered(answered.mandate, answered.answer, language))
    })
  })
}

/** What this browser has told the gateway to do, on the sandbox's page. */
function switchesOf({ cookies }: FastifyRequest) {
  const on = (cookies[switchesCookie] ?? '').split('.')
  return gatewaySwitches.filter((name) => on.includes(name))
}

/** The window keeps its opener, as that of a real bank does, and a form of it says where it comes from. */
function headersOf(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'same-origin',
  }
}

function configIn(body: unknown): unknown {
  const { config } = (body ?? {}) as { config?: unknown }
  try {
    return JSON.parse(String(config))
  } catch {
    return undefined
  }
}

const named = z.object({ consumerData: z.object({ txnId: z.string() }) })

/** Whose order a configuration is; empty where it does not say. */
function transactionIn(config: unknown): string {
  return named.safeParse(config).data?.consumerData.txnId ?? ''
}
