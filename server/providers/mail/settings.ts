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

export type MailConfig = { from: string } & ({ provider: 'sandbox' } | { provider: 'smtp'; url: string })

export function mailConfig(values: ValuesOf<typeof mailSettings>, publicUrl: string): MailConfig {
  const { MAIL_FROM: from = `no-reply@${new URL(publicUrl).hostname}`, SMTP_URL: url } = values
  return values.MAIL_PROVIDER === 'smtp' && url
    ? { provider: 'smtp', url, from }
    : { provider: 'sandbox', from }
}
