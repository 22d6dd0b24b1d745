import * as z from 'zod'
import { type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import type { SmsTemplate, SmsTemplateIds } from './port.ts'
import {
  credential,
  dailyBudget,
  type ProviderRequirements,
  type ValuesOf,
  webAddress,
} from '#server/config/setting-kinds.ts'

const templateId = credential.max(100, 'is too long')

const templates = { mobile_code: 'CODE', link_code: 'LINK' } as const satisfies Record<SmsTemplate, string>
type TemplateSetting = `MSG91_TEMPLATE_${(typeof templates)[SmsTemplate]}`
type Translated = Exclude<Language, 'en'>

/** The setting of the id of a text in a language. */
export function templateSetting(template: SmsTemplate, language: Language) {
  const setting: TemplateSetting = `MSG91_TEMPLATE_${templates[template]}`
  if (language === 'en') return setting
  return `${setting}_${language.toUpperCase() as Uppercase<Translated>}` as const
}

/** A text in another language is registered by itself. */
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
  ...translatedTemplates,
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning:
      'SMS with codes that are sent in a day and not entered, at most; an hour takes a fourth of what is left',
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

function templatesOf(values: ValuesOf<typeof smsSettings>): SmsTemplateIds {
  const idsOf = (language: Language) => ({
    mobile_code: values[templateSetting('mobile_code', language)],
    link_code: values[templateSetting('link_code', language)],
  })
  return Object.fromEntries(languageCodes.map((language) => [language, idsOf(language)])) as SmsTemplateIds
}
