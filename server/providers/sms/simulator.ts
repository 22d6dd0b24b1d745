import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { freshBytes } from '#server/platform/ids.ts'
import type { TemplateText } from './registered-texts.ts'

export interface SmsSimulator {
  authKey: string
  sender: string
  /** The templates it knows, by its id for them. */
  texts: Record<string, TemplateText>
  keepSms(sms: { to: string; text: string }): Promise<void>
}

/** Where the simulator lies on the server that carries it. */
export const SMS_SIMULATOR = '/msg91/api/v5'
const BALANCE = '/msg91/api/balance.php'

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

/** MSG91's Flow call: every message goes to `keepSms`, to ten digits as people write them; and its balance. */
export function smsSimulator(app: FastifyInstance, deps: SmsSimulator): void {
  app.get<{ Querystring: { authkey?: string } }>(BALANCE, ({ query }, reply) =>
    reply.type('text/html').send(query.authkey === deps.authKey ? '2000' : 'Invalid authkey'),
  )
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
        // What an operator stops is lost without a word: the answer has gone out before.
        for (const { registered, ...message } of messages)
          if (isRegistered(registered, message.text)) await deps.keepSms(message)
        return { type: 'success', message: freshBytes(12).toString('hex') }
      })
    },
    { prefix: SMS_SIMULATOR },
  )
}

/** What may stand in a typed place of a registered text, at most forty characters. */
const typed: Record<string, string> = {
  '{#numeric#}': '[0-9]{1,40}',
  '{#alphanumeric#}': '[A-Za-z0-9]{1,40}',
}

function isRegistered(registered: string, text: string): boolean {
  const pieces = registered.split(/(\{#\w+#\})/)
  return new RegExp(`^${pieces.map((piece) => typed[piece] ?? RegExp.escape(piece)).join('')}$`).test(text)
}

interface Message {
  to: string
  text: string
  registered: string
}

/** The messages of a call, or undefined when it is none that MSG91 would take. */
function read(deps: SmsSimulator, body: unknown): Message[] | undefined {
  const flow = flowBody.safeParse(body).data
  const known = flow && deps.texts[flow.template_id]
  if (!flow || !known || flow.sender !== deps.sender) return undefined
  const messages = flow.recipients.flatMap(({ mobiles, ...values }) => {
    const text = renderTemplate(known.msg91, values)
    return text === undefined ? [] : [{ to: mobiles.slice(2), text, registered: known.operator }]
  })
  return messages.length === flow.recipients.length ? messages : undefined
}

/** A text with its values, or undefined when one of them is missing. */
export function renderTemplate(text: string, values: Record<string, unknown>): string | undefined {
  const names = [...text.matchAll(/##(\w+)##/g)].map(([, name = '']) => name)
  if (!names.every((name) => typeof values[name] === 'string')) return undefined
  return text.replace(/##(\w+)##/g, (_, name: string) => String(values[name]))
}
