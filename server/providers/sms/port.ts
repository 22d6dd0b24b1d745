/** A message that operators know word for word (DLT); only its values vary. */
export interface Sms {
  /** Stays the same when a send is repeated. */
  id: string
  /** Ten digits of an Indian mobile number. */
  phone: string
  template: SmsTemplate
  values: Record<string, string>
}

export type SmsTemplate = 'mobile_code' | 'link_code'

/** `unreachable` is a provider that is down or busy too, `refused` is this message alone. */
export type SmsFailure = 'unreachable' | 'timeout' | 'refused' | 'not_allowed' | 'rubbish' | 'circuit_open'

export type SmsOutcome = { sent: true } | { sent: false; reason: SmsFailure }

/** Hands a message to the operators; never throws. */
export interface SmsPort {
  send(sms: Sms): Promise<SmsOutcome>
  close(): void
}
