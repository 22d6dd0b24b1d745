import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'

/**
 * The fault of a connection: it ends or stops after so many bytes of the caller's (`sent`) or of the answer (`got`);
 * everything is late by so many milliseconds; the byte at that place is changed; nobody listens.
 */
export type LineFault =
  | { kind: 'cut' | 'stall'; way: 'sent' | 'got'; after: number }
  | { kind: 'late'; ms: number }
  | { kind: 'bent'; way: 'sent' | 'got'; at: number }
  | { kind: 'down' }

/** A proxy that breaks connections on demand. */
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

/** Starts one on a free port in front of `target`. */
export async function startFaultProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let fault: LineFault | undefined
  const listener = createServer((near) => {
    const far = connect(target)
    const isHeld = fault?.kind === 'stall'
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        far.destroy()
        // A stalled connection does not report either that the other end has gone.
        if (!isHeld) near.destroy()
      })
    }
    near.pipe(line(fault, 'sent', near)).pipe(far)
    far.pipe(line(fault, 'got', near)).pipe(near)
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }
  // Nobody else gets this port while nothing listens there.
  const port = await freePort()
  await listen(port)
  const close = async () => {
    const closed = listener.listening ? once(listener, 'close') : undefined
    listener.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  /** Ends existing connections; new ones have this fault. */
  const change = async (next?: LineFault) => {
    fault = next
    if (next?.kind === 'down') await close()
    else if (!listener.listening) await listen(port)
    for (const socket of sockets) socket.destroy()
    // Lets the caller's client notice that its idle connections ended, by several turns of the event loop.
    for (let turns = 0; turns < 5; turns += 1) await sleep(10)
  }
  return { port, break: change, mend: () => change(), close, [Symbol.asyncDispose]: close }
}

function line(fault: LineFault | undefined, way: 'sent' | 'got', near: Socket): Transform {
  let carried = 0
  return new Transform({
    transform(piece: Buffer, _, next) {
      const from = carried
      carried += piece.length
      if (!fault) return next(null, piece)
      if (fault.kind === 'late') {
        setTimeout(() => this.push(piece), fault.ms)
        return next()
      }
      if (fault.kind === 'down' || way !== fault.way) return next(null, piece)
      if (fault.kind === 'bent') return next(null, bend(piece, fault.at - from))
      if (carried < fault.after) return next(null, piece)
      this.push(piece.subarray(0, fault.after - from))
      if (fault.kind === 'cut') setImmediate(() => near.destroy())
    },
    // Late data must still arrive before the end.
    flush: (end) => void setTimeout(end, fault?.kind === 'late' ? fault.ms : 0),
  })
}

function bend(piece: Buffer, at: number): Buffer {
  const bent = Buffer.from(piece)
  if (at >= 0 && at < bent.length) bent[at] = (bent[at] ?? 0) ^ 1
  return bent
}
