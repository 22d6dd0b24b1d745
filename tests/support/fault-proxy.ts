import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'

/**
 * What goes wrong on the line: it ends, or carries nothing more, after so many bytes of the caller's (`sent`) or of
 * the answer (`got`); everything is late by so many milliseconds; the byte at that place is another; the answer comes
 * in slices, each so much later; it is no answer but bytes of nothing; the line is reset as the answer begins; nobody
 * listens at all.
 */
export type LineFault =
  | { kind: 'cut' | 'stall'; way: 'sent' | 'got'; after: number }
  | { kind: 'late'; ms: number }
  | { kind: 'bent'; way: 'sent' | 'got'; at: number }
  | { kind: 'sliced'; bytes: number; ms: number }
  | { kind: 'garbage' | 'reset' | 'down' }

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
  const change = async (next: LineFault | undefined) => {
    fault = next
    if (next?.kind === 'down') await close()
    else if (!listener.listening) await listen(port)
    for (const socket of sockets) socket.destroy()
    // The caller's client must have seen its idle connections go: in each turn its process reads what has come.
    for (let turns = 0; turns < 5; turns += 1) await sleep(10)
  }
  return { port, break: change, mend: () => change(undefined), close, [Symbol.asyncDispose]: close }
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
      if (way !== ('way' in fault ? fault.way : 'got')) return next(null, piece)
      if (fault.kind === 'bent') return next(null, bend(piece, fault.at - from))
      if (fault.kind === 'garbage') return next(null, randomBytes(piece.length))
      if (fault.kind === 'sliced') return void slice(this, { piece, ...fault }).then(() => next())
      if (!('after' in fault)) return void near.resetAndDestroy()
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

async function slice(to: Transform, cut: { piece: Buffer; bytes: number; ms: number }): Promise<void> {
  for (let at = 0; at < cut.piece.length; at += cut.bytes) {
    to.push(cut.piece.subarray(at, at + cut.bytes))
    await sleep(cut.ms)
  }
}
