import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Heard } from './openapi.ts'
import type { Attack } from './requests.ts'

/** Longer than the server waits for any provider. */
const LIMIT_MS = 60_000

/** Sends requests over lines that are kept, many at once, without a browser's rules about what may be sent. */
export function openLines(url: string, lines = 32): { send(attack: Attack): Promise<Heard>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  return {
    send: (attack) => sendOver(agent, url, attack),
    close: () => agent.destroy(),
  }
}

function sendOver(agent: Agent, url: string, attack: Attack): Promise<Heard> {
  const { method, path, headers, body } = attack
  const { hostname, port } = new URL(url)
  const length = body && !headers['transfer-encoding'] ? { 'content-length': body.length } : {}
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: LIMIT_MS },
      (response) => {
        text(response).then((whole) => resolve(heard(response, whole)), reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => {
      // A kept line may have been closed by the server just as it was used again.
      if (sent.reusedSocket) sendOver(new Agent(), url, attack).then(resolve, reject)
      else reject(error)
    })
    sent.end(body)
  })
}

function heard({ statusCode = 0, headers }: IncomingMessage, body: string): Heard {
  return { status: statusCode, type: headers['content-type'] ?? '', headers, text: body }
}
