import { type Language, languageCodes } from '#contract/messages/languages.ts'
import type { Config } from '#server/config/config.ts'
import { newId } from '#server/platform/ids.ts'
import { guardCalls, type Provider, type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import { createMsg91 } from './msg91.ts'
import type { SmsOutcome, SmsPort, SmsTemplate, SmsTemplateIds } from './port.ts'
import { type TemplateText, templateText } from './registered-texts.ts'
import { SMS_SIMULATOR, smsSimulator } from './simulator.ts'

/** The SMS provider that the settings name. */
export function createSms(
  config: Pick<Config, 'sms' | 'agency' | 'publicUrl'>,
  deps: ProviderDeps,
): Provider<SmsPort> {
  const { sms } = config
  const { log } = deps
  if (sms.provider === 'msg91') return { open: () => withBreaker(createMsg91({ ...sms, log }), deps) }
  log.info('sandbox: SMS go to /sandbox and to nobody else')
  const values = { agency: config.agency.name, host: new URL(config.publicUrl).host }
  const account = { authKey: newId(), sender: 'AGENCY', entityId: '1101000000000000001' }
  const texts: Record<string, TemplateText> = {}
  const textId = (template: SmsTemplate, language: Language) => {
    const id = `${template}.${language}`
    texts[id] = templateText(template, language, values)
    return id
  }
  const idsOf = (language: Language) => ({
    mobile_code: textId('mobile_code', language),
    link_code: textId('link_code', language),
  })
  const templates = Object.fromEntries(languageCodes.map((one) => [one, idsOf(one)])) as SmsTemplateIds
  return {
    simulator: (app) => smsSimulator(app, { ...account, texts, keepSms: deps.simulators.keepSms }),
    open: (url) => withBreaker(createMsg91({ url: url + SMS_SIMULATOR, ...account, templates, log }), deps),
  }
}

/** The port behind a circuit breaker and in the metrics; a message that is refused for its own sake is no outage. */
function withBreaker(port: SmsPort, deps: ProviderDeps): SmsPort {
  const call = guardCalls<SmsOutcome>('sms', deps, {
    outage: (outcome) => !outcome.sent && outcome.reason !== 'refused',
    open: { sent: false, reason: 'circuit_open' },
    outcomeOf: sendOutcome,
  })
  return { send: (sms) => call(sms.template, () => port.send(sms)) }
}
