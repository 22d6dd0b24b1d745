import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { listenForBodies, type Listening } from './listen.ts'

export interface ReceivedWebhook {
  headers: Record<string, string>
  body: string
}

export interface WebhookReceiver extends Listening {
  received: ReceivedWebhook[]
  /** What it answers from now on. */
  status: number
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const listening = await listenForBodies(({ headers }, body, response) => {
    receiver.received.push({ headers: headers as Record<string, string>, body: body.toString() })
    response.writeHead(receiver.status).end()
  })
  const receiver: WebhookReceiver = { ...listening, url: `${listening.url}/hook`, received: [], status: 204 }
  return receiver
}

/** Returns the payload if the `standardwebhooks` package accepts it with this secret at that time, otherwise its error. */
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
