import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, Server, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { ApiServer } from './api-server.ts'
import { MAX_CONNECTIONS } from './server-limits.ts'

/**
 * Listening sockets of a process. libuv accepts one connection through each in a round of the event loop; a busy process
 * with a single one leaves visitors waiting in the kernel for seconds, and refuses them once 511 wait (bench `load`).
 */
const SOCKETS = 32
/** Only Linux shares connections out among sockets of one port. */
const several = process.platform === 'linux'
/** Milliseconds in which connections that wait in the kernel are accepted before the sockets are closed. */
const ACCEPT_MS = 200

export interface Listeners {
  port: number
  /** Accepts no connection any more; resolves when all there were are closed. */
  close(): Promise<void>
  /** Ends the connections on which nothing was ever sent, such as those that browsers open ahead. */
  endUnused(): void
}

/** Listens at `host` and `port`; rejects as `listen` does when another process has the port. */
export async function openListeners(
  app: ApiServer,
  { host, port, maxConnections = MAX_CONNECTIONS }: { host: string; port: number; maxConnections?: number },
): Promise<Listeners> {
  const open = limitConnections(app, maxConnections)
  // Another process could share a port that is shared among sockets, and nobody would notice.
  if (several && port !== 0) await requireFree({ host, port })
  const first: ListenOptions = { host, port, reusePort: several }
  await app.listen(first)
  const { port: found } = app.server.address() as AddressInfo
  const others = Array.from({ length: several ? SOCKETS - 1 : 0 }, () =>
    createServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void app.server.emit('connection', socket),
    ),
  )
  await Promise.all(others.map((server) => listening(server, { host, port: found, reusePort: true })))
  return {
    port: found,
    close: () => closeAll(app, [app.server, ...others]),
    endUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Answers the connections that are open. */
function limitConnections({ server }: ApiServer, most: number): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size > most) socket.destroy()
  })
  return open
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

async function requireFree(options: ListenOptions): Promise<void> {
  const server = createServer()
  await listening(server, options)
  server.close()
  await once(server, 'close')
}

async function closeAll(app: ApiServer, servers: readonly Server[]): Promise<void> {
  await acceptWaiting(app)
  await Promise.all(
    servers.map(async (server) => {
      const closed = once(server, 'close')
      // The close of an HTTP server would end idle connections as well.
      Server.prototype.close.call(server)
      await closed
    }),
  )
}

/** Accepts the connections that wait in the kernel; closing the sockets would reset them. */
async function acceptWaiting({ server }: ApiServer): Promise<void> {
  let accepted = true
  const note = () => (accepted = true)
  server.on('connection', note)
  for (const until = performance.now() + ACCEPT_MS; accepted && performance.now() < until;) {
    accepted = false
    await nextRound()
    await nextRound()
  }
  server.off('connection', note)
}
