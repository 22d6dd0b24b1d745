import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Sends bytes unchanged to a server and returns its answer until it closes or `until` occurs. */
export function sendRaw(url: string, bytes: string, until?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return sayOver(connect({ host: hostname, port: Number(port) }), bytes, until)
}

/** The same over an existing connection. */
export function sayOver(socket: Socket, bytes: string, until?: string): Promise<string> {
  let heard = ''
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      heard += chunk
      if (until !== undefined && heard.includes(until)) socket.end()
    })
    // A server that refuses during a request resets the connection; its earlier words count.
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.on('close', () => resolve(heard))
    socket.write(bytes, 'latin1')
  })
}

/** Announces a body of a few megabytes and sends none of it; an answer that waits for it never comes. */
export function sendHeadAlone(url: string, path: string, type: string): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 2000000\r\n`
  return sendRaw(url, `${head}Connection: close\r\n\r\n`)
}

/** One request with only these headers, and an unnormalised path. */
export interface PlainRequest {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Buffer | undefined
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  /** The bytes as they came. */
  body: Buffer
}

/** Milliseconds within which any answer comes, even if a server waits for a provider on a busy machine. */
const LIMIT_MS = 60_000

/** Sends one to a server, on a connection of the agent if given. */
export async function send(
  url: string,
  { path = new URL(url).pathname + new URL(url).search, body, ...head }: PlainRequest,
  agent?: Agent,
): Promise<Got> {
  const sent = request(url, { path, ...head, agent, signal: AbortSignal.timeout(LIMIT_MS) })
  // A connection may be reset after its answer.
  sent.on('error', () => undefined).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Requests an address with only these headers. */
export function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return send(url, { headers, method })
}
