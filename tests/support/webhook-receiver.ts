import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'

export interface ReceivedWebhook {
  headers: Record<string, string>
  body: string
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** What it answers from now on. */
  status: number
  /** Called when a delivery came, before the answer. */
  onReceive?: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body })
      void Promise.resolve(receiver.onReceive?.()).then(() => response.writeHead(receiver.status).end())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    status: 204,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** The payload, if the `standardwebhooks` package takes it under this secret at that time; otherwise what it says. */
export function verified(secret: string, { headers, body }: ReceivedWebhook, now: number): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return new Webhook(secret).verify(body, headers)
  } catch (error) {
    return (error as Error).message
  } finally {
    vi.useRealTimers()
  }
}
