import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { newId } from '#server/lib/ids.ts'
import { renderTemplate } from './templates.ts'

export interface SmsStandIn {
  authKey: string
  sender: string
  /** The templates it knows: their texts, by its id for them. */
  texts: Record<string, string>
  keepSms(sms: { to: string; text: string }): Promise<void>
}

/** Where the stand-in lies on the server that carries it. */
export const SMS_STAND_IN = '/msg91/api/v5'

const flowBody = z.object({
  template_id: z.string(),
  sender: z.string(),
  PE_ID: z.string().regex(/^\d+$/),
  short_url: z.literal('0'),
  recipients: z.array(z.looseObject({ mobiles: z.string().regex(/^91\d{10}$/) })).min(1),
})

function error(message: string): object {
  return { type: 'error', message }
}

/** MSG91's Flow call (wires part 3): every message goes to `keepSms`, to ten digits as people write them. */
export function smsStandIn(app: FastifyInstance, deps: SmsStandIn): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.headers['authkey'] !== deps.authKey)
          return reply.code(401).send(error('Authentication failure'))
      })
      scope.setErrorHandler((_, __, reply) => reply.code(500).send(error('Internal Server Error')))
      scope.post('/flow', async (request, reply) => {
        const messages = read(deps, request.body)
        if (!messages) return reply.code(400).send(error('Invalid request'))
        for (const message of messages) await deps.keepSms(message)
        return { type: 'success', message: newId() }
      })
    },
    { prefix: SMS_STAND_IN },
  )
}

/** The messages of a call, or undefined when it is none that MSG91 would take. */
function read(deps: SmsStandIn, body: unknown): { to: string; text: string }[] | undefined {
  const flow = flowBody.safeParse(body).data
  const text = flow && deps.texts[flow.template_id]
  if (!flow || text === undefined || flow.sender !== deps.sender) return undefined
  const messages = flow.recipients.flatMap(({ mobiles, ...values }) => {
    const rendered = renderTemplate(text, values)
    return rendered === undefined ? [] : [{ to: mobiles.slice(2), text: rendered }]
  })
  return messages.length === flow.recipients.length ? messages : undefined
}
