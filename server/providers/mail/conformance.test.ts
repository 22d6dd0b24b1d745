import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#server/platform/requested-language.ts'
import { type Reply, startMailServer, type Step } from '#tests/support/mail-server.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { startMailServer as startSandboxMail } from '#sandbox/mail.ts'
import type { Mail, MailPort } from './port.ts'
import { createSmtpMail } from './smtp.ts'

const from = { name: 'A&B "the agency"', address: 'no-reply@agency.example' }
const mail: Mail = {
  id: 'job-1',
  to: 'inbox@agency.example',
  replyTo: { name: 'આશા "A" <x@y.in>', address: 'asha@example.in' },
  subject: 'New enquiry from આશા मेहता',
  text: 'One\n\n.\n..two\nFrom here\n    તમારો આભાર 👩🏽‍⚕️\n' + 'long '.repeat(300),
}
function limitsOf(ms: number) {
  return { connectionTimeout: ms, greetingTimeout: ms, dnsTimeout: ms, socketTimeout: ms }
}
/** For servers that never answer. */
const hasty = limitsOf(1000)

async function withPort<Result>(
  url: string,
  act: (port: MailPort) => Promise<Result>,
  limits = limitsOf(30_000),
): Promise<Result> {
  const port = createSmtpMail({ url, from, name: 'www.agency.example', limits })
  try {
    return await act(port)
  } finally {
    port.close()
  }
}

describe('the SMTP adapter against the sandbox', () => {
  type Kept = Parameters<Parameters<typeof startSandboxMail>[0]['keep']>[0]

  /** Sends mails, and returns the outcomes and what the sandbox stored. */
  async function sent(mails: readonly Mail[], keep?: () => Promise<void>) {
    const kept: Kept[] = []
    const simulator = await startSandboxMail({
      keep: keep ?? (async (received) => void kept.push(received)),
    })
    const outcomes = await withPort(simulator.url, (port) => Promise.all(mails.map(port.send)))
    await simulator.close()
    return { outcomes, kept }
  }

  it('delivers the exact text from our address, with the visitor in Reply-To', async () => {
    const { to, subject, text, replyTo } = mail
    const words = { to, subject, text: text.trimEnd(), replyTo: replyTo?.address }
    const received = { ...words, channel: 'email', attachments: [] }
    expect(await sent([mail])).toEqual({ outcomes: [{ sent: true }], kept: [received] })
  })

  it('is told to try again when the mail could not be stored', async () => {
    const { outcomes } = await sent([mail], () => Promise.reject(new Error('the database is away')))
    expect(outcomes).toEqual([{ sent: false, reason: 'server busy' }])
  })
})

describe('the SMTP adapter against a mail server that', () => {
  const server = ofEachTest(startMailServer)

  const faults: [name: string, step: Step, reply: Reply, reason: string][] = [
    ['is closing', 'greeting', '421 closing', 'server busy'],
    ['never greets', 'greeting', 'hang', 'timeout'],
    ['closes the connection at once', 'greeting', 'cut', 'unreachable'],
    ['speaks another protocol', 'greeting', 'HTTP/1.1 400 Bad Request', 'unreachable'],
    ['refuses the sender for now', 'MAIL', '451 greylisted', 'server busy'],
    ['refuses the sender for good', 'MAIL', '550 not you', 'refused'],
    ['refuses the recipient for now', 'RCPT', '452 mailbox full', 'server busy'],
    ['refuses the recipient for good', 'RCPT', '550 no such user', 'refused'],
    ['refuses the data for now', 'DATA', '451 no room', 'server busy'],
    ['closes the connection during the message', 'DATA', 'cut', 'unreachable'],
    ['closes the connection after the message', 'message', 'cut', 'unreachable'],
    ['never confirms the message', 'message', 'hang', 'timeout'],
    ['refuses the message for now', 'message', '451 scanner is down', 'server busy'],
    ['refuses the message for good', 'message', '554 spam', 'refused'],
  ]
  it.each(faults)('%s', async (_, step, reply, reason) => {
    server.replies[step] = reply
    const limits = reply === 'hang' ? hasty : undefined
    const sendTwice = async (port: MailPort) => {
      expect(await port.send(mail)).toEqual({ sent: false, reason })
      server.replies = {}
      expect(await port.send(mail)).toEqual({ sent: true })
    }
    await withPort(server.url, sendTwice, limits)
    expect(server.received).toHaveLength(1)
  })

  it.each<[Mail['language'], string]>([
    [undefined, 'en-IN'],
    ['hi', 'hi-IN'],
    ['gu', 'gu-IN'],
  ])('gets a mail in %s with its language, as UTF-8 in lines of legal length', async (language, tag) => {
    const { subject, text } = dictionaries[language ?? 'en'].personMails.secondApplication
    const long = { subject: subject.repeat(9), text: `${text}\n${text.replaceAll('\n', ' ').repeat(5)}` }
    const inLanguage = language === undefined ? {} : { language }
    await withPort(server.url, (port) => port.send({ ...mail, ...long, ...inLanguage }))
    const raw = server.received[0]?.raw ?? ''
    expect(raw).toMatch(new RegExp(`^Content-Language: ${tag}\r?$`, 'm'))
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?$/m)
    expect(raw).toMatch(/^[\x20-\x7e\t\r\n]*$/)
    // RFC 5322 section 2.1.1: 78 characters without the line break.
    expect(Math.max(...raw.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(78)
    const parsed = await PostalMime.parse(raw)
    expect([parsed.subject, parsed.text?.trimEnd()]).toEqual([long.subject, long.text.trimEnd()])
  })

  it('accepts the login, or refuses it', async () => {
    const url = server.url.replace('smtp://', 'smtp://user:p%40ss@')
    expect(await withPort(url, (port) => port.send(mail))).toEqual({ sent: true })
    server.replies.AUTH = '535 wrong'
    expect(await withPort(url, (port) => port.send(mail))).toEqual({ sent: false, reason: 'login refused' })
    expect(server.received).toHaveLength(1)
  })

  it('is down', async () => {
    await server.close()
    const outcome = await withPort(server.url, (port) => port.send(mail))
    expect(outcome).toEqual({ sent: false, reason: 'unreachable' })
  })

  it('accepts attachments unchanged, with their names', async () => {
    const contentType = 'application/pdf'
    const attachments = [
      { filename: 'agreement.pdf', contentType, content: randomBytes(700_000) },
      { filename: 'करार "1".pdf', contentType, content: new Uint8Array(0) },
    ]
    await withPort(server.url, (port) => port.send({ ...mail, attachments }))
    const [received] = server.received
    const parsed = await PostalMime.parse(received?.raw ?? '')
    const files = parsed.attachments.map(({ content, filename, disposition, mimeType }) => ({
      ...{ filename, disposition, contentType: mimeType },
      content: Buffer.from(content as ArrayBuffer),
    }))
    const disposition = 'attachment'
    expect(files).toEqual(
      attachments.map((file) => ({ ...file, disposition, content: Buffer.from(file.content) })),
    )
  })

  it('gets our name in EHLO, a stable Message-ID, our sender, and Auto-Submitted', async () => {
    for (let times = 0; times < 2; times += 1) await withPort(server.url, (port) => port.send(mail))
    for (const { raw, from: sender, to } of server.received) {
      expect([sender, to]).toEqual(['no-reply@agency.example', ['inbox@agency.example']])
      expect(raw).toMatch(/^Message-ID: <job-1@agency\.example>\r$/m)
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      // Plain text loads no picture that could track the reader.
      expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
      expect(raw).not.toMatch(/text\/html/)
      expect(raw).toMatch(/^From: "A&B \\"the agency\\"" <no-reply@agency\.example>\r$/m)
    }
    expect(server.received).toHaveLength(2)
    expect(new Set(server.greetedBy)).toEqual(new Set(['www.agency.example']))
  })
})
