import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { ReceivedMail } from './port.ts'

export interface SmtpSimulator {
  /** `smtp://127.0.0.1:port` */
  url: string
  close(): Promise<void>
}

const MAX_BYTES = 30 * 1024 * 1024

/** A small SMTP server on loopback that gives every message to `keep`: 250 once that has resolved, 451 otherwise. */
export async function startSmtpSimulator(
  keep: (mail: ReceivedMail) => Promise<void>,
): Promise<SmtpSimulator> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
      receive(stream, recipients, keep).then(
        () => answer(null),
        () => answer(Object.assign(new Error('Try again later'), { responseCode: 451 })),
      )
    },
  })
  // A client that drops its connection is that client's matter.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function receive(
  mail: Readable,
  recipients: string[],
  keep: (mail: ReceivedMail) => Promise<void>,
): Promise<void> {
  const parsed = await PostalMime.parse(await buffer(mail))
  for (const to of recipients) {
    await keep({
      to,
      from: parsed.from?.address ?? '',
      replyTo: parsed.replyTo?.[0]?.address ?? null,
      subject: parsed.subject ?? '',
      text: (parsed.text ?? '').trimEnd(),
      attachments: parsed.attachments.map((attachment) => ({
        filename: attachment.filename ?? 'attachment',
        contentType: attachment.mimeType,
        size: byteLength(attachment.content),
      })),
    })
  }
}

function byteLength(content: string | ArrayBuffer | Uint8Array): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
}
