import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { dailyBudget } from '#server/config/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { guardCalls, type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import { settingsOf } from '#server/providers/vendor.ts'
import { msg91 } from './msg91.ts'
import { type SmsOutcome, type SmsPort, type SmsTemplateIds, smsTemplates, type SmsVendor } from './port.ts'
import { templateText } from './registered-texts.ts'

/** Everybody who can send our SMS; the sandbox plays the first. */
export const smsKind = { choice: 'SMS_PROVIDER', vendors: [msg91] } as const
export type SmsAccount = ReturnType<(typeof smsKind.vendors)[number]['account']>

export const smsSettings = {
  ...settingsOf(smsKind, 'sends real SMS'),
  SMS_DAILY_BUDGET: {
    default: '2000',
    meaning:
      'SMS with codes that are sent in a day and not entered, at most; an hour takes a fourth of what is left',
    schema: dailyBudget,
  },
} as const

/** The vendor of an account. */
export function smsVendor({ provider }: { provider: SmsAccount['provider'] }): SmsVendor<SmsAccount> {
  const vendor: SmsVendor<SmsAccount> | undefined = smsKind.vendors.find(({ name }) => name === provider)
  if (!vendor) throw new Error(`no vendor of SMS is called ${provider}`)
  return vendor
}

/** The adapter alone, of an account that is used once. */
export function bareSms(account: SmsAccount, log: Log): SmsPort {
  return smsVendor(account).open(account, log)
}

/** The port behind a circuit breaker and in the metrics; a message that is refused for its own sake is no outage. */
export function openSms(account: SmsAccount, deps: ProviderDeps): SmsPort {
  const port = bareSms(account, deps.log)
  const call = guardCalls<SmsOutcome>('sms', deps, {
    outage: (outcome) => !outcome.sent && outcome.reason !== 'refused',
    open: { sent: false, reason: 'circuit_open' },
    outcomeOf: sendOutcome,
  })
  return { send: (sms) => call(sms.template, () => port.send(sms)) }
}

/** Our texts as they are registered in the sandbox, and its ids for them. */
export function sandboxTexts(facts: { agency: string; host: string }) {
  const idOf = (template: string, language: Language) => `${template}.${language}`
  const all = languageCodes.flatMap((language) => smsTemplates.map((template) => ({ template, language })))
  const texts = all.map(({ template, language }) => [
    idOf(template, language),
    templateText(template, language, { ...facts, place: msg91.place }),
  ])
  const templates = languageCodes.map((language) => [
    language,
    Object.fromEntries(smsTemplates.map((template) => [template, idOf(template, language)])),
  ])
  return {
    texts: Object.fromEntries(texts) as Record<string, ReturnType<typeof templateText>>,
    templates: Object.fromEntries(templates) as SmsTemplateIds,
  }
}
