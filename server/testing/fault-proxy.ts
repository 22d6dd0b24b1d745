import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What goes wrong on the line: it ends, or carries nothing more, after so many bytes of the caller's (`sent`) or of
 * the answer (`got`); everything is late by so many milliseconds; the byte at that place is another.
 */
export type LineFault =
  | { kind: 'cut' | 'stall'; way: 'sent' | 'got'; after: number }
  | { kind: 'late'; ms: number }
  | { kind: 'bent'; way: 'sent' | 'got'; at: number }

/** A line to another port that breaks on demand. */
export interface FaultProxy {
  port: number
  /** From now on, on connections made from now on: those there are end. */
  break(fault: LineFault): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts one on a free port in front of `target`. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let fault: LineFault | undefined
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
    const end = () => near.destroy()
    near.pipe(line(fault, 'sent', end)).pipe(far)
    far.pipe(line(fault, 'got', end)).pipe(near)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const change = async (next: LineFault | undefined) => {
    fault = next
    for (const socket of sockets) socket.destroy()
    // The caller's client must have seen its idle connections go.
    await sleep(30)
  }
  const close = async () => {
    listener.close()
    for (const socket of sockets) socket.destroy()
    if (listener.listening) await once(listener, 'close')
  }
  const { port } = listener.address() as AddressInfo
  return { port, break: change, mend: () => change(undefined), close, [Symbol.asyncDispose]: close }
}

function line(fault: LineFault | undefined, way: 'sent' | 'got', end: () => void): Transform {
  let carried = 0
  return new Transform({
    transform(piece: Buffer, _, next) {
      const from = carried
      carried += piece.length
      if (!fault) return next(null, piece)
      if (fault.kind === 'late') return void setTimeout(() => next(null, piece), fault.ms)
      if (fault.way !== way) return next(null, piece)
      if (fault.kind === 'bent') return next(null, bend(piece, fault.at - from))
      if (carried < fault.after) return next(null, piece)
      this.push(piece.subarray(0, fault.after - from))
      if (fault.kind === 'cut') setImmediate(end)
    },
  })
}

function bend(piece: Buffer, at: number): Buffer {
  const bent = Buffer.from(piece)
  if (at >= 0 && at < bent.length) bent[at] = (bent[at] ?? 0) ^ 1
  return bent
}
