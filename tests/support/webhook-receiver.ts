import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { listen, type Listening } from './listen.ts'

export interface ReceivedWebhook {
  headers: Record<string, string>
  body: string
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver extends Listening {
  received: ReceivedWebhook[]
  /** What it answers from now on. */
  status: number
  /** Called when a delivery came, before the answer. */
  onReceive?: () => Promise<void>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    receiver.received.push({ headers: request.headers as Record<string, string>, body })
    await receiver.onReceive?.()
    response.writeHead(receiver.status).end()
  })
  const listening = await listen(server)
  const receiver: WebhookReceiver = { ...listening, url: `${listening.url}/hook`, received: [], status: 204 }
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
