import { once } from 'node:events'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { ApiServer } from './api-server.ts'
import { MAX_CONNECTIONS } from './server-limits.ts'

/** Milliseconds in which connections that wait in the kernel are accepted before the socket is closed. */
const ACCEPT_MS = 200

export interface Listening {
  port: number
  /** Accepts no connection any more; resolves when all there were are closed. */
  refuse(): Promise<void>
  /** Ends the connections on which nothing was ever sent, such as those that browsers open ahead. */
  endUnused(): void
}

/** Listens at `host` and `port`; rejects as `listen` does when another process has the port. */
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
      // The close of an HTTP server would end idle connections as well.
      Server.prototype.close.call(server)
      await closed
    },
    endUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Accepts the connections that wait in the kernel; closing the socket would reset them. */
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
