import type { Browser } from './browser.ts'

type Fields = Record<string, unknown>

interface Message {
  id?: number
  method?: string
  params?: Fields
  result?: Fields
  error?: { message: string }
}

export interface Connection {
  send(method: string, params?: Fields, sessionId?: string): Promise<Fields>
  /** Calls `listener` with each event of that name. */
  on(method: string, listener: (params: Fields) => void): void
  close(): void
}

const LIMIT_MS = 15_000

/**
 * Speaks the DevTools protocol by itself: drivers that attach to pages rather than to tabs, or start the browser with
 * switches of their own, turn off prerendering or the back/forward cache.
 */
export async function connectTo(browser: Browser): Promise<Connection> {
  const socket = new WebSocket(browser.socketUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('DevTools refuses the connection')), {
      once: true,
    })
  })
  const waiting = new Map<number, (reply: Message) => void>()
  const listeners = new Map<string, (params: Fields) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) listeners.get(message.method ?? '')?.(message.params ?? {})
    else waiting.get(message.id)?.(message)
  })
  return {
    on: (method, listener) => void listeners.set(method, listener),
    async send(method, params = {}, sessionId = undefined) {
      const id = (last += 1)
      const reply = await new Promise<Message>((resolve) => {
        const timer = setTimeout(() => resolve({ error: { message: `${method}: no answer` } }), LIMIT_MS)
        waiting.set(id, (message) => {
          clearTimeout(timer)
          resolve(message)
        })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
      waiting.delete(id)
      if (reply.error) throw new Error(reply.error.message)
      return reply.result ?? {}
    },
    close: () => socket.close(),
  }
}
