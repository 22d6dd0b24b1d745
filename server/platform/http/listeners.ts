import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApiServer } from './api-server.ts'
import { MAX_CONNECTIONS } from './server-limits.ts'

/**
 * Listening sockets of a process. libuv lets one connection in through each in a round of the event loop; a busy process
 * with a single one leaves visitors in the kernel's queue for seconds, and turns them away once 511 wait (bench `load`).
 */
const DOORS = 32
/** Only Linux shares connections out among sockets of one port. */
const several = process.platform === 'linux'
/** Milliseconds in which whoever knocked before the listeners are closed is let in. */
const LET_IN_MS = 200

export interface Listeners {
  port: number
  /** Lets nobody in any more; resolves when whoever was inside is gone. */
  close(): Promise<void>
}

/** Listens at `host` and `port`; rejects as `listen` does when another process has the port. */
export async function openListeners(
  app: ApiServer,
  { host, port, maxConnections = MAX_CONNECTIONS }: { host: string; port: number; maxConnections?: number },
): Promise<Listeners> {
  limitConnections(app, maxConnections)
  // A port that is shared among listeners could be shared with another process too, which nobody would notice.
  if (several && port !== 0) await findFree({ host, port })
  const first: ListenOptions = { host, port, reusePort: several }
  await app.listen(first)
  const { port: found } = app.server.address() as AddressInfo
  const others = Array.from({ length: several ? DOORS - 1 : 0 }, () => {
    const letIn = (socket: Socket) => void app.server.emit('connection', socket)
    return createServer({ allowHalfOpen: true, noDelay: true }, letIn)
  })
  await Promise.all(others.map((listener) => listening(listener, { host, port: found, reusePort: true })))
  return { port: found, close: () => closeAll(app, [app.server, ...others]) }
}

function limitConnections({ server }: ApiServer, most: number): void {
  let inside = 0
  server.on('connection', (socket: Socket) => {
    inside += 1
    socket.once('close', () => (inside -= 1))
    if (inside > most) socket.destroy()
  })
}

async function listening(listener: Server, options: ListenOptions): Promise<void> {
  listener.listen(options)
  await once(listener, 'listening')
}

async function findFree(options: ListenOptions): Promise<void> {
  const listener = createServer()
  await listening(listener, options)
  listener.close()
  await once(listener, 'close')
}

async function closeAll(app: ApiServer, listeners: readonly Server[]): Promise<void> {
  await letIn(app)
  await Promise.all(
    listeners.map(async (listener) => {
      const left = once(listener, 'close')
      // As a server of HTTP the first would end the idle lines as well.
      Server.prototype.close.call(listener)
      await left
    }),
  )
}

/** Lets in whoever has knocked already, whom closing the listeners would turn away. */
async function letIn({ server }: ApiServer): Promise<void> {
  let came = true
  const note = () => (came = true)
  server.on('connection', note)
  for (const until = performance.now() + LET_IN_MS; came && performance.now() < until;) {
    came = false
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', note)
}
