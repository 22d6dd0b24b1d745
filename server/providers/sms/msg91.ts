import * as z from 'zod'
import { defaultLanguage, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { credential, type ValuesOf, webAddress } from '#server/platform/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import {
  type Balance,
  type CallAnswer,
  getJson,
  postJson,
} from '#server/platform/http-client/provider-call.ts'
import { balanceCheck, CHECK_TIMEOUT_MS } from '#server/providers/vendor.ts'
import {
  type Sms,
  type SmsFailure,
  type SmsOutcome,
  type SmsPort,
  type SmsTemplate,
  type SmsTemplateIds,
  type SmsVendor,
} from './port.ts'

export interface Msg91Account {
  provider: 'msg91'
  /** Such as `https://control.msg91.com/api/v5`. */
  url: string
  authKey: string
  /** The registered header (DLT) and the principal entity that owns it. */
  sender: string
  entityId: string
  /** A text without a template in English cannot be sent. */
  templates: SmsTemplateIds
}

export interface Msg91Options extends Omit<Msg91Account, 'provider'> {
  log: Log
  /** Milliseconds for one call; default `LIMIT_MS`. */
  limitMs?: number
}

const LIMIT_MS = 8000
const INDIA = '91'

const reply = z.object({ type: z.enum(['success', 'error']), message: z.string().nullish() })

/** Sends SMS through MSG91's Flow call. Every text is a template with an id. */
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
      // The text of a refusal is not logged: it may contain the number.
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

/** The `type` in the body decides. A status that contradicts it makes the answer invalid. */
function failureOf(status: number, body: unknown): SmsFailure | undefined {
  const read = reply.safeParse(body).data
  if (!read) return 'rubbish'
  const good = status >= 200 && status < 300
  if (read.type === 'success') return good ? undefined : 'rubbish'
  if (status === 429 || status >= 500) return 'unreachable'
  return /auth|not allowed|permission|whitelist/i.test(read.message ?? '') ? 'not_allowed' : 'refused'
}

/** The route for service messages. */
const ROUTE = '4'
/** MSG91 also sends these codes as a bare number: the key is invalid or the address is not allowed. */
const refusedCodes = [201, 207, 208, 418]
const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
])

/** Returns the remaining messages of the account. Only this call has the key in its address. */
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

const templateId = credential.max(100, 'is too long')

const templates = {
  mobile_code: 'CODE',
  link_code: 'LINK',
  number_code: 'NUMBER',
  number_changed: 'CHANGED',
} as const satisfies Record<SmsTemplate, string>
type TemplateSetting = `MSG91_TEMPLATE_${(typeof templates)[SmsTemplate]}`
type Translated = Exclude<Language, 'en'>

/** Returns the setting that holds the id of a text in a language. */
function templateSetting(template: SmsTemplate, language: Language) {
  const setting: TemplateSetting = `MSG91_TEMPLATE_${templates[template]}`
  if (language === 'en') return setting
  return `${setting}_${language.toUpperCase() as Uppercase<Translated>}` as const
}

/** Each language registers its own text. */
const translatedTemplates = Object.fromEntries(
  languageCodes
    .filter((language) => language !== 'en')
    .flatMap((language) =>
      Object.values(templates).map((name) => [
        `MSG91_TEMPLATE_${name}_${language.toUpperCase()}`,
        {
          default: `MSG91_TEMPLATE_${name}`,
          meaning: `the same in ${languages[language].english}; without it the English SMS is sent`,
          schema: templateId.optional(),
        },
      ]),
    ),
) as Record<
  `${TemplateSetting}_${Uppercase<Translated>}`,
  { default: string; meaning: string; schema: z.ZodOptional<typeof templateId> }
>

const settings = {
  MSG91_URL: {
    default: 'https://control.msg91.com/api/v5',
    meaning: 'the address of the MSG91 API',
    schema: webAddress,
  },
  MSG91_AUTH_KEY: {
    default: 'none',
    meaning: "MSG91's auth key; required with SMS_PROVIDER=msg91, as are the next three",
    schema: credential.optional(),
  },
  MSG91_SENDER: {
    default: 'none',
    meaning: 'the header that operators registered (DLT): six letters',
    schema: z
      .string()
      .regex(/^[A-Za-z]{6}$/, 'must be six letters')
      .optional(),
  },
  MSG91_ENTITY_ID: {
    default: 'none',
    meaning: 'the principal entity of that registration: digits',
    schema: z
      .string()
      .regex(/^\d{5,30}$/, 'must be the digits of a principal entity')
      .optional(),
  },
  MSG91_TEMPLATE_CODE: {
    default: 'none',
    meaning: "MSG91's id of the SMS that carries a phone's code",
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_LINK: {
    default: 'none',
    meaning: "MSG91's id of the SMS that carries the code for a link opened elsewhere",
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_NUMBER: {
    default: 'none',
    meaning: "MSG91's id of the SMS that carries the code to put another number on record",
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_CHANGED: {
    default: 'none',
    meaning: "MSG91's id of the SMS that tells a number that another took its place",
    schema: templateId.optional(),
  },
  ...translatedTemplates,
} as const

function templatesOf(values: ValuesOf<typeof settings>): SmsTemplateIds {
  const idsOf = (language: Language) => ({
    mobile_code: values[templateSetting('mobile_code', language)],
    link_code: values[templateSetting('link_code', language)],
    number_code: values[templateSetting('number_code', language)],
    number_changed: values[templateSetting('number_changed', language)],
  })
  return Object.fromEntries(languageCodes.map((language) => [language, idsOf(language)])) as SmsTemplateIds
}

export const msg91 = {
  name: 'msg91',
  title: 'MSG91',
  settings,
  needed: {
    MSG91_AUTH_KEY: 'the auth key MSG91 gave',
    MSG91_SENDER: 'the registered header',
    MSG91_ENTITY_ID: 'the registered principal entity',
    MSG91_TEMPLATE_CODE: 'the template of the code',
    MSG91_TEMPLATE_LINK: 'the template of the code for a link',
    MSG91_TEMPLATE_NUMBER: 'the template of the code for another number',
    MSG91_TEMPLATE_CHANGED: 'the template that tells of another number',
  },
  secrets: ['MSG91_AUTH_KEY'],
  address: 'MSG91_URL',
  account(values): Msg91Account {
    const { MSG91_AUTH_KEY: authKey = '', MSG91_SENDER: sender = '' } = values
    const { MSG91_URL: url, MSG91_ENTITY_ID: entityId = '' } = values
    return { provider: 'msg91', url, authKey, sender, entityId, templates: templatesOf(values) }
  },
  open: (account, log) => createMsg91({ ...account, log }),
  live: (account) =>
    balanceCheck(() => msg91Balance(account, CHECK_TIMEOUT_MS), {
      what: 'sms',
      address: account.url,
      unit: 'messages on route 4',
      todo: 'check MSG91_AUTH_KEY and MSG91_URL, and that the key allows this machine’s address',
      next: 'prove header, entity and templates with --send-to PHONE',
    }),
  place: '##code##',
  templateSetting,
} satisfies SmsVendor<Msg91Account, typeof settings>
