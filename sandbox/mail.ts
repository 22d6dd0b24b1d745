import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Messages } from './messages.ts'

const MAX_BYTES = 30 * 1024 * 1024

/** Starts a mail server on loopback that answers 250 once a message is stored, otherwise 451. */
export async function startMailServer(
  messages: Pick<Messages, 'keep'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
      receive(stream, recipients, messages).then(
        () => answer(null),
        () => answer(Object.assign(new Error('Try again later'), { responseCode: 451 })),
      )
    },
  })
  // Ignores clients that drop their connection.
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

async function receive(mail: Readable, recipients: string[], messages: Pick<Messages, 'keep'>) {
  const parsed = await PostalMime.parse(await buffer(mail))
  const replyTo = parsed.replyTo?.[0]?.address
  for (const to of recipients) {
    await messages.keep({
      channel: 'email',
      to,
      ...(replyTo ? { replyTo } : {}),
      subject: parsed.subject ?? '',
      text: (parsed.text ?? '').trimEnd(),
      attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? 'attachment',
        contentType: mimeType,
        size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
    })
  }
}
