import { type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import type { MailPort } from './port.ts'
import { createSmtpMail } from './smtp.ts'

interface MailAccount {
  url: string
  /** What is said in EHLO. */
  name: string
  from: string
  sender: string
}

/** The mail server in the metrics. */
export function openMail({ url, name, from, sender }: MailAccount, { observe }: ProviderDeps): MailPort {
  const port = createSmtpMail({ url, name, from: { name: sender, address: from } })
  const call = { provider: 'mail', operation: 'send', outcomeOf: sendOutcome }
  return { send: (message) => observe({ ...call, work: () => port.send(message) }), close: port.close }
}
