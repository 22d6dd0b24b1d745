import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { guardCalls, type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import { createMsg91, type Msg91Options } from './msg91.ts'
import { type SmsOutcome, type SmsPort, type SmsTemplateIds, smsTemplates } from './port.ts'
import { templateText } from './registered-texts.ts'

/** The port behind a circuit breaker and in the metrics; a message that is refused for its own sake is no outage. */
export function openSms(account: Omit<Msg91Options, 'log'>, deps: ProviderDeps): SmsPort {
  const port = createMsg91({ ...account, log: deps.log })
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
    templateText(template, language, facts),
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
