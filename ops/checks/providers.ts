import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import nodemailer from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/providers/mail/smtp.ts'
import { addressOf } from '#server/providers/scanner/clamd.ts'
import { CHECK_TIMEOUT_MS } from '#server/providers/vendor.ts'
import { type CheckResult, fail, ok, runCheck, simulated, warn } from './check.ts'

/** Whether every service that the product calls can be reached; nothing is sent, requested or paid for. */
export function providerChecks(config: Config): Promise<CheckResult>[] {
  const { aadhaar, sms, mandate, signature } = config
  const { gateway } = mandate
  return [
    runCheck('mail', () => mail(config)),
    reach('aadhaar', 'url' in aadhaar ? aadhaar.url : undefined, config),
    reach('sms', 'url' in sms ? sms.url : undefined, config),
    reach('mandates', 'url' in gateway ? gateway.url : undefined, config),
    ...(signature.tsaUrl === undefined ? [] : [reach('timestamps', signature.tsaUrl, config)]),
    runCheck('virus scanner', () => scanner(config)),
  ]
}

async function mail({ mail: settings, production }: Config) {
  if (settings.provider === 'sandbox') return simulated(production)
  await sayHello(settings.url)
  return ok(`${new URL(settings.url).hostname} accepts our mail`)
}

/** Says hello to a mail server, encrypted unless it is this very machine's, and logs in where the address has a user. */
export async function sayHello(address: string): Promise<void> {
  const { username } = new URL(address)
  const transport = nodemailer.createTransport({
    url: address,
    requireTLS: !isLoopback(address),
    // Otherwise a server that offers no login would look like one that accepted it.
    forceAuth: username !== '',
    connectionTimeout: CHECK_TIMEOUT_MS,
    greetingTimeout: CHECK_TIMEOUT_MS,
    dnsTimeout: CHECK_TIMEOUT_MS,
    socketTimeout: CHECK_TIMEOUT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function reach(what: string, address: string | undefined, { production }: Config): Promise<CheckResult> {
  return runCheck(what, async () => {
    if (address === undefined) return simulated(production)
    const { host, port, secure } = hostOf(address)
    const socket = await (secure ? openTls(host, port) : openTcp({ host, port }))
    socket.destroy()
    return ok(`${host} can be reached`)
  })
}

async function scanner({ clamdUrl, production }: Config) {
  if (clamdUrl === undefined) return (production ? fail : warn)('CLAMD_URL is not set: files are not scanned')
  const answer = await askOnce(await openTcp(addressOf(clamdUrl)), 'zVERSION\0')
  const version = /^ClamAV [\w./ :-]{1,80}/.exec(answer)?.[0]
  return version
    ? ok(version.replaceAll('/', ', signatures ').replace(', signatures ', ', '))
    : fail('it is not clamd')
}

function timedOut(): Error {
  return Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
}

function connected<Kind extends Socket>(socket: Kind, event: 'connect' | 'secureConnect'): Promise<Kind> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(CHECK_TIMEOUT_MS, () => socket.destroy(timedOut()))
    socket.once('error', reject)
    socket.once(event, () => resolve(socket))
  })
}

/** A connected socket; rejects after `CHECK_TIMEOUT_MS` without one. */
function openTcp(address: NetConnectOpts): Promise<Socket> {
  return connected(connect(address), 'connect')
}

/** A TLS connection whose certificate is valid for that host. */
export function openTls(host: string, port: number): Promise<TLSSocket> {
  // SNI is for names only (RFC 6066 section 3).
  const name = isIP(host) === 0 ? { servername: host } : {}
  return connected(connectTls({ host, port, ...name }), 'secureConnect')
}

/** Host and port of an address. */
export function hostOf(address: string): { host: string; port: number; secure: boolean } {
  const { hostname, port, protocol } = new URL(address)
  const secure = ['https:', 'smtps:'].includes(protocol)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure }
}

/** Writes to a socket, and returns the first piece that comes back. */
async function askOnce(socket: Socket, question: string): Promise<string> {
  try {
    return await new Promise((resolve, reject) => {
      socket.once('data', (piece: Buffer) => resolve(piece.toString('latin1')))
      socket.once('error', reject)
      socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
      socket.write(question)
    })
  } finally {
    socket.destroy()
  }
}
