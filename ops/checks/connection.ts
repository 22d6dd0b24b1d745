import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { LOOK_MS } from './check.ts'

function timedOut(): Error {
  return Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
}

function opened<Line extends Socket>(line: Line, event: 'connect' | 'secureConnect'): Promise<Line> {
  return new Promise((resolve, reject) => {
    line.setTimeout(LOOK_MS, () => line.destroy(timedOut()))
    line.once('error', reject)
    line.once(event, () => resolve(line))
  })
}

/** A line that is up; rejects within some seconds where none can be had. */
export function openLine(address: NetConnectOpts): Promise<Socket> {
  return opened(connect(address), 'connect')
}

/** An encrypted line whose certificate is good for that host. */
export function openTlsLine(host: string, port: number): Promise<TLSSocket> {
  // An address is no name to ask for (RFC 6066 section 3).
  const name = isIP(host) === 0 ? { servername: host } : {}
  return opened(connectTls({ host, port, ...name }), 'secureConnect')
}

/** Where a web address is reached. */
export function hostOf(address: string): { host: string; port: number; secure: boolean } {
  const { hostname, port, protocol } = new URL(address)
  const secure = ['https:', 'rediss:', 'smtps:'].includes(protocol)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure }
}

/** Says something on a line and answers with the first that comes back. */
export async function askOnce(line: Socket, question: string): Promise<string> {
  try {
    return await new Promise((resolve, reject) => {
      line.once('data', (piece: Buffer) => resolve(piece.toString('latin1')))
      line.once('error', reject)
      line.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
      line.write(question)
    })
  } finally {
    line.destroy()
  }
}
