import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

export interface CuttingProxy {
  url: string
  /** From now on a connection is cut once so many bytes have gone up it; without a number none is. */
  cutAfter(bytes?: number): void
  stop(): void
}

/** A line to the server that can break in the middle of an upload. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  let limit: number | undefined
  const open = new Set<net.Socket>()
  const server = net.createServer((visitor) => {
    const site = net.connect(Number(new URL(target).port), 'localhost')
    let sent = 0
    for (const socket of [visitor, site]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => cut())
    }
    function cut() {
      visitor.resetAndDestroy()
      site.destroy()
    }
    visitor.on('data', (piece) => {
      sent += piece.length
      if (limit !== undefined && sent > limit) cut()
      else site.write(piece)
    })
    site.pipe(visitor)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cutAfter: (bytes) => (limit = bytes),
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
