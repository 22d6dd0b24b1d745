import type { Language } from '#contract/messages/languages.ts'
import type { SettingTable } from '#server/config/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LiveCheck, Vendor } from '#server/providers/vendor.ts'

/** A message that operators know word for word (DLT); only its values vary. */
export interface Sms {
  /** Stays the same when a send is repeated. */
  id: string
  /** Ten digits of an Indian mobile number. */
  phone: string
  template: SmsTemplate
  language: Language
  values: Record<string, string>
}

/** The code of a phone, of a link that is opened elsewhere, and of a number to put on record; and that another took a number's place. */
export const smsTemplates = ['mobile_code', 'link_code', 'number_code', 'number_changed'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

/** What a provider knows our texts by, in each language; English takes the place of one that is not registered. */
export type SmsTemplateIds = Readonly<Record<Language, Readonly<Record<SmsTemplate, string | undefined>>>>

/** `unreachable` is a provider that is down or busy too, `refused` is this message alone. */
export type SmsFailure = 'unreachable' | 'timeout' | 'refused' | 'not_allowed' | 'rubbish' | 'circuit_open'

export type SmsOutcome = { sent: true } | { sent: false; reason: SmsFailure }

/** Hands a message to the operators; never throws. */
export interface SmsPort {
  send(sms: Sms): Promise<SmsOutcome>
}

/** Who sends SMS in India: each knows our texts by ids of its own, which are settings. */
export interface SmsVendor<
  Account extends { url: string } = { url: string },
  Table extends SettingTable = SettingTable,
> extends Vendor<Account, Table> {
  /** As people write its name. */
  title: string
  open(account: Account, log: Log): SmsPort
  live(account: Account): LiveCheck
  /** How the code's place is written in a text that is entered there. */
  place: string
  /** The setting of the id of a text in a language. */
  templateSetting(template: SmsTemplate, language: Language): string
}
