import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

// For tests of the server, which may import nothing from scripts.
export { freePort } from '#scripts/free-port.ts'

export interface Listening {
  port: number
  /** `http://127.0.0.1:port` */
  url: string
  /** Closes its connections too; a second call does nothing. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Lets a server listen on loopback, on a free port unless given. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    sockets.forEach((socket) => socket.destroy())
    await closed
  }
  const { port: own } = server.address() as AddressInfo
  return { port: own, url: `http://127.0.0.1:${own}`, close, [Symbol.asyncDispose]: close }
}

/** An HTTP server that answers after a whole body, and closes the connection if it cannot answer. */
export function listenForBodies(
  answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown,
): Promise<Listening> {
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => answer(request, body, response))
      .catch(() => response.destroy())
  })
  return listen(server)
}
