import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A line to another port that can be cut and mended; refused while cut. */
export interface TcpProxy {
  port: number
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy on a free port in front of `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const listener = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const open = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }
  await open(0)
  const { port } = listener.address() as AddressInfo
  const cut = async () => {
    if (!listener.listening) return
    listener.close()
    for (const socket of sockets) socket.destroy()
    await once(listener, 'close')
  }
  return { port, cut, mend: () => open(port), close: cut }
}

/** Sends bytes as they are to a server and answers with all it says until it closes or `until` is in it. */
export async function sendRaw(url: string, bytes: string, until?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let heard = ''
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      heard += chunk
      if (until !== undefined && heard.includes(until)) socket.end()
    })
    // A server that refuses in mid-request resets the line; what it said before counts.
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.on('close', () => resolve(heard))
    socket.write(bytes, 'latin1')
  })
}
