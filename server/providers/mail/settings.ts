import { isIP } from 'node:net'
import * as z from 'zod'
import { mailAddress, type ProviderRequirements, url, type ValuesOf } from '#server/config/setting-kinds.ts'

export const mailSettings = {
  MAIL_PROVIDER: {
    default: 'sandbox',
    meaning: '`smtp` sends real mail; no default in production',
    schema: z.enum(['sandbox', 'smtp'], 'must be sandbox or smtp').optional(),
  },
  SMTP_URL: {
    default: 'none',
    meaning: '`smtps://user:password@host:465` or `smtp://…`; required with MAIL_PROVIDER=smtp',
    schema: url(['smtp:', 'smtps:'], 'must begin with smtp:// or smtps://').optional(),
  },
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

export const mailRequirements: ProviderRequirements = {
  choice: 'MAIL_PROVIDER',
  live: 'smtp',
  needed: { SMTP_URL: 'the address of a mail server' },
}

export type MailConfig = {
  from: string
  /** What is said in EHLO. */
  name: string
} & ({ provider: 'sandbox' } | { provider: 'smtp'; url: string })

export function mailConfig(values: ValuesOf<typeof mailSettings>, publicUrl: string): MailConfig {
  const { hostname } = new URL(publicUrl)
  const {
    MAIL_FROM: from = `no-reply@${hostname}`,
    SMTP_NAME: name = greetingOf(hostname),
    SMTP_URL: url,
  } = values
  return values.MAIL_PROVIDER === 'smtp' && url
    ? { provider: 'smtp', url, from, name }
    : { provider: 'sandbox', from, name }
}

/** A name of the public's, or an address in brackets (RFC 5321, section 4.1.3): a mail server refuses `localhost`. */
function greetingOf(hostname: string): string {
  return isIP(hostname) || !hostname.includes('.') ? '[127.0.0.1]' : hostname
}
