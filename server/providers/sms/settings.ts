import * as z from 'zod'
import type { Language } from '#contract/messages/languages.ts'
import type { ProviderRequirements, ValuesOf } from '#server/config/setting.ts'
import type { SmsTemplate, SmsTemplateIds } from './port.ts'
import { credential, dailyBudget, webAddress } from '#server/config/setting-kinds.ts'

const templateId = credential.max(100, 'is too long')

export const smsSettings = {
  SMS_PROVIDER: {
    default: 'sandbox',
    meaning: '`msg91` sends real SMS; no default in production',
    schema: z.enum(['sandbox', 'msg91'], 'must be sandbox or msg91').optional(),
  },
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
  MSG91_TEMPLATE_CODE_HI: {
    default: 'MSG91_TEMPLATE_CODE',
    meaning: 'the same SMS in Hindi, registered by itself; without it the English one is sent',
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_LINK_HI: {
    default: 'MSG91_TEMPLATE_LINK',
    meaning: 'the SMS for a link opened elsewhere in Hindi; without it the English one is sent',
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_CODE_GU: {
    default: 'MSG91_TEMPLATE_CODE',
    meaning: "the SMS with a phone's code in Gujarati; without it the English one is sent",
    schema: templateId.optional(),
  },
  MSG91_TEMPLATE_LINK_GU: {
    default: 'MSG91_TEMPLATE_LINK',
    meaning: 'the SMS for a link opened elsewhere in Gujarati; without it the English one is sent',
    schema: templateId.optional(),
  },
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning: 'SMS with codes sent in a day at most; a log line says when four fifths are spent',
    schema: dailyBudget,
  },
} as const

export const smsRequirements: ProviderRequirements = {
  choice: 'SMS_PROVIDER',
  live: 'msg91',
  needed: {
    MSG91_AUTH_KEY: 'the auth key MSG91 gave',
    MSG91_SENDER: 'the registered header',
    MSG91_ENTITY_ID: 'the registered principal entity',
    MSG91_TEMPLATE_CODE: 'the template of the code',
  },
  address: 'MSG91_URL',
}

export type SmsConfig =
  | { provider: 'sandbox' }
  | {
      provider: 'msg91'
      url: string
      authKey: string
      sender: string
      entityId: string
      /** MSG91's ids of our templates; that of the link is needed only where links are stepped up. */
      templates: SmsTemplateIds
    }

export function smsConfig(values: ValuesOf<typeof smsSettings>): SmsConfig {
  const { MSG91_AUTH_KEY: authKey, MSG91_SENDER: sender, MSG91_ENTITY_ID: entityId } = values
  const { MSG91_URL: url } = values
  return values.SMS_PROVIDER === 'msg91' && authKey && sender && entityId && values.MSG91_TEMPLATE_CODE
    ? { provider: 'msg91', url, authKey, sender, entityId, templates: templatesOf(values) }
    : { provider: 'sandbox' }
}

/** The setting of each text's id. */
export const templateSettings = {
  en: { mobile_code: 'MSG91_TEMPLATE_CODE', link_code: 'MSG91_TEMPLATE_LINK' },
  hi: { mobile_code: 'MSG91_TEMPLATE_CODE_HI', link_code: 'MSG91_TEMPLATE_LINK_HI' },
  gu: { mobile_code: 'MSG91_TEMPLATE_CODE_GU', link_code: 'MSG91_TEMPLATE_LINK_GU' },
} as const satisfies Record<Language, Record<SmsTemplate, keyof typeof smsSettings>>

function templatesOf(values: ValuesOf<typeof smsSettings>): SmsTemplateIds {
  const idsOf = (language: Language) => ({
    mobile_code: values[templateSettings[language].mobile_code],
    link_code: values[templateSettings[language].link_code],
  })
  return { en: idsOf('en'), hi: idsOf('hi'), gu: idsOf('gu') }
}
