import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Messages } from './messages.ts'

/** A text as entered at MSG91, and as the operators check it (DLT). */
export interface RegisteredText {
  vendor: string
  operator: string
}

export interface SmsAccount {
  authKey: string
  sender: string
  entityId: string
}

export interface SmsOptions {
  account: SmsAccount
  /** The registered texts by id. */
  texts: Readonly<Record<string, RegisteredText>>
  messages: Pick<Messages, 'keep'>
}

export const MSG91_FOLDER = '/msg91/api/v5'

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

/** Serves MSG91's Flow call, which stores every message under ten digits, and its balance. */
export function msg91(app: FastifyInstance, options: SmsOptions): void {
  const { account, messages } = options
  app.get<{ Querystring: { authkey?: string } }>('/msg91/api/balance.php', ({ query }, reply) =>
    reply.type('text/html').send(query.authkey === account.authKey ? '2000' : 'Invalid authkey'),
  )
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.headers['authkey'] !== account.authKey)
          return reply.code(401).send(error('Authentication failure'))
      })
      scope.setErrorHandler((_, __, reply) => reply.code(500).send(error('Internal Server Error')))
      scope.post('/flow', async (request, reply) => {
        const written = read(options, request.body)
        if (!written) return reply.code(400).send(error('Invalid request'))
        // A message that operators refuse is lost silently, because the answer was sent before.
        for (const { to, text, registered } of written)
          if (isRegistered(registered, text)) await messages.keep({ channel: 'sms', to, text })
        return { type: 'success', message: randomBytes(12).toString('hex') }
      })
    },
    { prefix: MSG91_FOLDER },
  )
}

/** Returns whether a text matches its registration, with at most forty digits for each number. */
function isRegistered(registered: string, text: string): boolean {
  const pieces = registered.split('{#numeric#}').map((piece) => RegExp.escape(piece))
  return new RegExp(`^${pieces.join('[0-9]{1,40}')}$`).test(text)
}

/** Returns the messages of a call; undefined if MSG91 would refuse it. */
function read({ account, texts }: SmsOptions, body: unknown) {
  const flow = flowBody.safeParse(body).data
  const known = flow && texts[flow.template_id]
  if (!flow || !known || flow.sender !== account.sender) return undefined
  const messages = flow.recipients.flatMap(({ mobiles, ...values }) => {
    const text = renderTemplate(known.vendor, values)
    return text === undefined ? [] : [{ to: mobiles.slice(2), text, registered: known.operator }]
  })
  return messages.length === flow.recipients.length ? messages : undefined
}

/** Returns the text with its values; undefined when one is missing. */
export function renderTemplate(text: string, values: Record<string, unknown>): string | undefined {
  const names = [...text.matchAll(/##(\w+)##/g)].map(([, name = '']) => name)
  if (!names.every((name) => typeof values[name] === 'string')) return undefined
  return text.replace(/##(\w+)##/g, (_, name: string) => String(values[name]))
}
