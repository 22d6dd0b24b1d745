import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'

/**
 * What goes wrong on the line: it ends, or carries nothing more, after so many bytes of the caller's (`sent`) or of
 * the answer (`got`); everything is late by so many milliseconds; the byte at that place is another; nobody listens at
 * all.
 */
export type LineFault =
  | { kind: 'cut' | 'stall'; way: 'sent' | 'got'; after: number }
  | { kind: 'late'; ms: number }
  | { kind: 'bent'; way: 'sent' | 'got'; at: number }
  | { kind: 'down' }

/** A line to another port that breaks on demand. */
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
        // A line that carries nothing more does not say either that the other end has gone.
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
  // Nobody else is given this one while nothing listens there.
  const port = await freePort()
  await listen(port)
  const close = async () => {
    const closed = listener.listening ? once(listener, 'close') : undefined
    listener.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  /** From now on, on connections made from now on: those there are end. */
  const change = async (next?: LineFault) => {
    fault = next
    if (next?.kind === 'down') await close()
    else if (!listener.listening) await listen(port)
    for (const socket of sockets) socket.destroy()
    // The caller's client must have seen its idle connections go: in each turn its process reads what has come.
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
    // What is late still has to come before the end.
    flush: (end) => void setTimeout(end, fault?.kind === 'late' ? fault.ms : 0),
  })
}

function bend(piece: Buffer, at: number): Buffer {
  const bent = Buffer.from(piece)
  if (at >= 0 && at < bent.length) bent[at] = (bent[at] ?? 0) ^ 1
  return bent
}
