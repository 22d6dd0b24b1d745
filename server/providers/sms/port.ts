import type { Language } from '#contract/messages/languages.ts'
import type { SettingTable } from '#server/platform/setting-kinds.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LiveCheck, Vendor } from '#server/providers/vendor.ts'

/** A message whose text is registered with the operators (DLT). Only its values vary. */
export interface Sms {
  /** The same for every retry. */
  id: string
  /** Ten digits of an Indian mobile number. */
  phone: string
  template: SmsTemplate
  language: Language
  values: Record<string, string>
}

/** A code for a phone, for a link opened elsewhere and for a new number on record, and the notice to the old number. */
export const smsTemplates = ['mobile_code', 'link_code', 'number_code', 'number_changed'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

/** The vendor's ids of our texts by language. English is sent where a language has none. */
export type SmsTemplateIds = Readonly<Record<Language, Readonly<Record<SmsTemplate, string | undefined>>>>

/** `unreachable`: the vendor is down or busy. `refused`: the vendor refused this message only. */
export type SmsFailure = 'unreachable' | 'timeout' | 'refused' | 'not_allowed' | 'rubbish' | 'circuit_open'

export type SmsOutcome = { sent: true } | { sent: false; reason: SmsFailure }

/** Sends an SMS. Never throws. */
export interface SmsPort {
  send(sms: Sms): Promise<SmsOutcome>
}

/** An SMS vendor in India. Each has its own ids for our texts, which are settings. */
export interface SmsVendor<
  Account extends { url: string } = { url: string },
  Table extends SettingTable = SettingTable,
> extends Vendor<Account, Table> {
  /** The vendor's name for people. */
  title: string
  open(account: Account, log: Log): SmsPort
  live(account: Account): LiveCheck
  /** How the vendor writes the variable for the code in a text. */
  place: string
  /** Returns the setting that holds the id of a text in a language. */
  templateSetting(template: SmsTemplate, language: Language): string
}
