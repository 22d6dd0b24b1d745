import * as z from 'zod'
import { defaultLanguage } from '#contract/messages/languages.ts'
import type { Log } from '#server/platform/observability/log.ts'
import {
  type Balance,
  type CallAnswer,
  getJson,
  postJson,
} from '#server/platform/http-client/provider-call.ts'
import type { Sms, SmsFailure, SmsOutcome, SmsPort, SmsTemplateIds } from './port.ts'

export interface Msg91Options {
  /** Such as `https://control.msg91.com/api/v5`. */
  url: string
  authKey: string
  /** The header operators registered (DLT), and the principal entity it belongs to. */
  sender: string
  entityId: string
  /** One that is not set up in English cannot be sent. */
  templates: SmsTemplateIds
  log: Log
  /** Milliseconds for one call, where the usual ones are too long. */
  limitMs?: number
}

const LIMIT_MS = 8000
const INDIA = '91'

const reply = z.object({ type: z.enum(['success', 'error']), message: z.string().nullish() })

/** The SMS port over MSG91's Flow call; every text is a template that it knows by an id. */
export function createMsg91(options: Msg91Options): SmsPort {
  const { url, authKey, sender, entityId, templates, log, limitMs = LIMIT_MS } = options
  const address = `${url.replace(/\/$/, '')}/flow`

  async function send({
    phone,
    template,
    language,
    values,
  }: Sms): Promise<{ failure?: SmsFailure; status?: number }> {
    const body = {
      template_id: templates[language][template] ?? templates[defaultLanguage][template],
      sender,
      PE_ID: entityId,
      short_url: '0',
      recipients: [{ ...values, mobiles: INDIA + phone }],
    }
    if (body.template_id === undefined) return { failure: 'not_allowed' }
    const answer = await postJson({ url: address, headers: { authkey: authKey }, body, limitMs })
    return judge(answer)
  }

  return {
    async send(sms): Promise<SmsOutcome> {
      const { failure, status } = await send(sms)
      if (!failure) return { sent: true }
      // The refusal's own words are left out: they may hold the number.
      const { id, template } = sms
      log.warn({ provider: 'msg91', id, template, failure, status }, 'an SMS was not taken')
      return { sent: false, reason: failure }
    },
  }
}

function judge(answer: CallAnswer): { failure?: SmsFailure; status?: number } {
  const { status } = answer
  if (status === 401 || status === 403) return { failure: 'not_allowed', status }
  if (!answer.ok) return answer
  const failure = failureOf(answer.status, answer.body)
  return failure ? { failure, status: answer.status } : {}
}

/** The body's `type` decides, and an HTTP status that contradicts it makes nonsense of both. */
function failureOf(status: number, body: unknown): SmsFailure | undefined {
  const read = reply.safeParse(body).data
  if (!read) return 'rubbish'
  const good = status >= 200 && status < 300
  if (read.type === 'success') return good ? undefined : 'rubbish'
  if (status === 429 || status >= 500) return 'unreachable'
  return /auth|not allowed|permission|whitelist/i.test(read.message ?? '') ? 'not_allowed' : 'refused'
}

/** The route that carries service messages. */
const ROUTE = '4'
/** Codes that come as a bare number too: a key that is none, an address that is not allowed. */
const refusedCodes = [201, 207, 208, 418]
const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
])

/** The messages that the account has left: a bare number, or words. Only this call has the key in its address. */
export async function msg91Balance(
  { url, authKey }: { url: string; authKey: string },
  limitMs: number,
): Promise<Balance> {
  const address = new URL('../balance.php', url.endsWith('/') ? url : `${url}/`)
  address.search = String(new URLSearchParams({ authkey: authKey, type: ROUTE }))
  const answer = await getJson({ url: address.href, limitMs })
  if (!answer.ok && answer.failure !== 'rubbish') return { ok: false, failure: answer.failure }
  if (!answer.ok || answer.status !== 200) return { ok: false, failure: 'refused' }
  const left = amount.safeParse(answer.body).data
  return left === undefined || refusedCodes.includes(left)
    ? { ok: false, failure: 'refused' }
    : { ok: true, left }
}
