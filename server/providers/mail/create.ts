import { isIP } from 'node:net'
import * as z from 'zod'
import { mailAddress, type ValuesOf } from '#server/config/setting-kinds.ts'
import { accountOf, settingsOf } from '#server/providers/vendor.ts'
import { type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import type { MailPort } from './port.ts'
import { createSmtpMail, smtp } from './smtp.ts'

export const mailKind = { choice: 'MAIL_PROVIDER', vendors: [smtp] } as const

export const mailSettings = {
  ...settingsOf(mailKind, 'sends real mail'),
  SMTP_NAME: {
    default: 'the host of PUBLIC_URL',
    meaning: 'the name that this server gives itself to the mail server (EHLO), such as `www.example.com`',
    schema: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i, 'must be a host name such as www.example.com')
      .optional(),
  },
  MAIL_FROM: {
    default: 'no-reply@ the host of PUBLIC_URL',
    meaning: "sender's address, of your own domain",
    schema: mailAddress.optional(),
  },
} as const

/** How mail is sent: by a real server, or in the sandbox. */
export function mailConfig(values: ValuesOf<typeof mailSettings>, publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const { MAIL_FROM: from = `no-reply@${hostname}`, SMTP_NAME: name = greetingOf(hostname) } = values
  return { ...accountOf(mailKind, values), from, name }
}

/** A name of the public's, or an address in brackets (RFC 5321, section 4.1.3): a mail server refuses `localhost`. */
function greetingOf(hostname: string): string {
  return isIP(hostname) || !hostname.includes('.') ? '[127.0.0.1]' : hostname
}

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
