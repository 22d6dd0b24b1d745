import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Sends bytes as they are to a server and answers with all it says until it closes or `until` is in it. */
export function sendRaw(url: string, bytes: string, until?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return sayOver(connect({ host: hostname, port: Number(port) }), bytes, until)
}

/** The same over a line that is there. */
export function sayOver(socket: Socket, bytes: string, until?: string): Promise<string> {
  let heard = ''
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      heard += chunk
      if (until !== undefined && heard.includes(until)) socket.end()
    })
    // A server that refuses in mid-request resets the line; what it said before counts.
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.on('close', () => resolve(heard))
    socket.write(bytes, 'latin1')
  })
}

/** Announces a body of a few megabytes and sends none of it: an answer that waited for it would not come. */
export function sendHeadAlone(url: string, path: string, type: string): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 2000000\r\n`
  return sendRaw(url, `${head}Connection: close\r\n\r\n`)
}

/** One request as it goes out: with these headers and no others, whatever a browser would say to its path. */
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

/** Milliseconds in which any answer comes, also from a server that waits for a provider, on a busy machine. */
const LIMIT_MS = 60_000

/** Sends one to a server, over a line of the agent's where one is given. */
export async function send(
  url: string,
  { path = new URL(url).pathname + new URL(url).search, body, ...head }: PlainRequest,
  agent?: Agent,
): Promise<Got> {
  const sent = request(url, { path, ...head, agent, signal: AbortSignal.timeout(LIMIT_MS) })
  // A line may be reset once its answer has come.
  sent.on('error', () => undefined).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Asks for an address with these headers alone. */
export function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return send(url, { headers, method })
}
