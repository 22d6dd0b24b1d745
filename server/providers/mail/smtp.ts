import nodemailer from 'nodemailer'
import { defaultLanguage, languages } from '#contract/messages/languages.ts'
import { url } from '#server/platform/setting-kinds.ts'
import type { Vendor } from '#server/providers/vendor.ts'
import type { Mail, MailAttachment, MailOutcome, MailPort } from './port.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://` with user, password, host and port. */
  url: string
  /** A sender of our own domain: a visitor's address would fail DMARC. */
  from: { name: string; address: string }
  /** The name of this server in EHLO. */
  name: string
  /** Milliseconds; default `LIMITS`. */
  limits?: Partial<typeof LIMITS>
}

/** Simultaneous connections. More would only make a small mail server refuse them. */
const CONNECTIONS = 2
/** Each is shorter than the time limit of a job, so that a server that hangs counts as a temporary failure. */
const LIMITS = { connectionTimeout: 5000, greetingTimeout: 5000, dnsTimeout: 5000, socketTimeout: 10_000 }

/** Returns whether the mail server is on this machine. Any other server has to be reached over TLS. */
export function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

/** Sends mail over SMTP (RFC 5321). */
export function createSmtpMail(options: SmtpOptions): MailPort {
  const transport = nodemailer.createTransport({
    url: options.url,
    name: options.name,
    pool: true,
    requireTLS: !isLoopback(options.url),
    maxConnections: CONNECTIONS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...LIMITS,
    ...options.limits,
  })
  const domain = options.from.address.split('@')[1] ?? 'localhost'
  return {
    async send(mail: Mail): Promise<MailOutcome> {
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
          subject: mail.subject,
          text: mail.text,
          attachments: (mail.attachments ?? []).map(asPart),
          messageId: `<${mail.id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': languages[mail.language ?? defaultLanguage].tag,
          },
        })
        return { sent: true }
      } catch (error) {
        return failure(error)
      }
    },
    close: () => transport.close(),
  }
}

function asPart({ filename, contentType, content }: MailAttachment) {
  return { filename, contentType, content: Buffer.from(content.buffer, content.byteOffset, content.length) }
}

/** Classifies an SMTP failure: no reply, or a reply of 4xx or 5xx (RFC 5321 section 4.2.1). */
function failure(error: unknown): MailOutcome {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH') return { sent: false, reason: 'login refused' }
  if (responseCode) return { sent: false, reason: responseCode >= 500 ? 'refused' : 'server busy' }
  return { sent: false, reason: code === 'ETIMEDOUT' ? 'timeout' : 'unreachable' }
}

const settings = {
  SMTP_URL: {
    default: 'none',
    meaning: '`smtps://user:password@host:465` or `smtp://…`; required with MAIL_PROVIDER=smtp',
    schema: url(['smtp:', 'smtps:'], 'must begin with smtp:// or smtps://').optional(),
  },
} as const

export const smtp = {
  name: 'smtp',
  settings,
  needed: { SMTP_URL: 'the address of a mail server' },
  secrets: ['SMTP_URL'],
  account: ({ SMTP_URL: given = '' }) => ({ provider: 'smtp' as const, url: given }),
} satisfies Vendor<unknown, typeof settings>
