import { createServer, type Socket } from 'node:net'
import { freePort } from '#scripts/free-port.ts'
import { listen, type Listening } from './listen.ts'

/** The step of RFC 5321 that a reply answers; `message` is the end of the message. */
export type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'

/** A reply line, or silence, or closing the connection. */
export type Reply = string | 'hang' | 'cut'

export interface ReceivedMessage {
  from: string
  to: string[]
  /** Headers and body as they came, without dot-stuffing. */
  raw: string
}

/** A mail server that misbehaves on demand. */
export interface MailServer extends Listening {
  /** Accepted messages, including copies. */
  received: ReceivedMessage[]
  /** Replies other than the usual ones, from now on. */
  replies: Partial<Record<Step, Reply>>
  /** The names in EHLO so far. */
  greetedBy: string[]
}

const usual: Record<Step, string> = {
  greeting: '220 test ready',
  EHLO: '250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  message: '250 taken',
}

/** Starts one on `port` or a free one, which stays reserved while it is closed. */
export async function startMailServer(port?: number): Promise<MailServer> {
  const listening = await listen(
    createServer((socket) => talk(server, socket)),
    port ?? (await freePort()),
  )
  const url = `smtp://127.0.0.1:${listening.port}`
  const server: MailServer = { ...listening, url, received: [], greetedBy: [], replies: {} }
  return server
}

function talk(server: MailServer, socket: Socket): void {
  let message: ReceivedMessage = { from: '', to: [], raw: '' }
  let inData = false
  let buffered = ''
  answer(server, socket, 'greeting')

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'MAIL') message = { from: addressIn(line), to: [], raw: '' }
    if (verb === 'EHLO') server.greetedBy.push(line.slice(5))
    if (verb === 'RCPT') message.to.push(addressIn(line))
    if (verb === 'DATA') inData = (server.replies.DATA ?? usual.DATA).startsWith('3')
    if (verb in usual) answer(server, socket, verb as Step)
    else socket.write(verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
  }

  function endOfMessage(raw: string): void {
    inData = false
    const reply = server.replies.message ?? usual.message
    if (reply.startsWith('2')) server.received.push({ ...message, raw })
    answer(server, socket, 'message')
  }

  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffered += chunk
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n'
      const at = buffered.indexOf(end)
      if (at < 0) return
      const part = buffered.slice(0, at)
      buffered = buffered.slice(at + end.length)
      if (inData) endOfMessage(part.replaceAll(/^\.\./gm, '.'))
      else command(part)
    }
  })
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function answer(server: MailServer, socket: Socket, step: Step): void {
  const reply = server.replies[step] ?? usual[step]
  if (reply === 'hang') return
  if (reply === 'cut') socket.destroy()
  else socket.write(`${reply}\r\n`)
}
