import { once } from 'node:events'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { ApiServer } from './api-server.ts'

/** Limits of a request's duration and size; times in milliseconds. */
export const serverLimits = {
  requestTimeout: 15 * 60_000,
  maxRequestsPerSocket: 1000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5000,
    maxHeaderSize: 8192,
  },
}

/** Milliseconds that an idle connection is kept; behind a proxy longer than the proxy keeps its own. */
export const KEEP_ALIVE_MS = { open: 5000, behindProxy: 65_000 }

/** Connections that one process holds at once. */
const MAX_CONNECTIONS = 2000

/** Milliseconds during which connections waiting in the kernel are accepted before the socket is closed. */
const ACCEPT_MS = 200

export interface Listening {
  port: number
  /** Accepts no more connections; resolves when all existing ones are closed. */
  refuse(): Promise<void>
  /** Ends connections on which nothing was ever sent, such as those that browsers open ahead. */
  endUnused(): void
}

/** Listens at `host` and `port`; rejects like `listen` if another process has the port. */
export async function listen(
  app: ApiServer,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const { server } = app
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  await app.listen({ host, port, backlog: MAX_CONNECTIONS })
  return {
    port: (server.address() as AddressInfo).port,
    async refuse() {
      await acceptWaiting(server)
      const closed = once(server, 'close')
      // The HTTP server's own close would end idle connections as well.
      Server.prototype.close.call(server)
      await closed
    },
    endUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Accepts the connections that wait in the kernel, since closing the socket would reset them. */
async function acceptWaiting(server: Server): Promise<void> {
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
