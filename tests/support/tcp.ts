import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
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
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${type}`,
    'Content-Length: 2000000',
    'Connection: close',
  ]
  return sendRaw(url, `${lines.join('\r\n')}\r\n\r\n`)
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request that sends these headers and no others, and gives back the bytes as they came. */
export async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const answered = once(request(url, { method, headers }).end(), 'response')
  const [response] = (await answered) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}
