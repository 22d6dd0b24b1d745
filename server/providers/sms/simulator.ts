import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Language } from '#contract/messages/languages.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { say } from '#server/platform/language.ts'
import { originBoundLine } from '#server/platform/message-text.ts'
import type { SmsTemplate } from './port.ts'

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

/** MSG91's Flow call (wires part 3): every message goes to `keepSms`, to ten digits as people write them; and its balance. */
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

/** What stands fixed in an agency's texts, as it registers them. */
interface Facts {
  agency: string
  /** The host of the site, with its port where it has one. */
  host: string
}

/** A text as MSG91 fills it in, and as operators check what it became (DLT). */
export interface TemplateText {
  msg91: string
  operator: string
}

/** The place of the code. Operators ask for its type in texts registered since 14 January 2026: digits alone. */
const code: TemplateText = { msg91: '##code##', operator: '{#numeric#}' }

const sentences = {
  mobile_code: 'codeSms.mobileCode',
  link_code: 'codeSms.linkCode',
} as const satisfies Record<SmsTemplate, MessageKey>

/** The text to register; by its last line a browser offers the code to our own pages only. */
export function templateText(
  template: SmsTemplate,
  language: Language,
  { agency, host }: Facts,
): TemplateText {
  const text = (place: string) => {
    const said = say({ key: sentences[template], values: { code: place, agency } }, language)
    return `${said}\n\n${originBoundLine(host, place)}`
  }
  return { msg91: text(code.msg91), operator: text(code.operator) }
}

/** A text with its values, or undefined when one of them is missing. */
export function renderTemplate(text: string, values: Record<string, unknown>): string | undefined {
  const names = [...text.matchAll(/##(\w+)##/g)].map(([, name = '']) => name)
  if (!names.every((name) => typeof values[name] === 'string')) return undefined
  return text.replace(/##(\w+)##/g, (_, name: string) => String(values[name]))
}
