import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A loopback listener to `origin` behind which every byte comes `delay` milliseconds late, each way. */
export async function openDelayedLine(
  origin: string,
  delay: number,
): Promise<{ origin: string; close(): void }> {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    pass(near, far, delay)
    pass(far, near, delay)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    close() {
      server.close()
      sockets.forEach((socket) => socket.destroy())
    },
  }
}

function pass(from: Socket, to: Socket, delay: number): void {
  from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delay))
  from.on('close', () => setTimeout(() => to.destroy(), delay))
}
