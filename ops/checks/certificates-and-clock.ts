import { X509Certificate } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import { daysUntil, fail, type Finding, look, LOOK_MS, ok, warn } from './check.ts'
import { hostOf, openTlsLine } from './connection.ts'
import { createSocket } from 'node:dgram'

/** Days before its end from which on a certificate is to be renewed. */
const SOON = { site: 14, signature: 60 }

/** How long the certificates are good: that of the site, and the one that encrypts agreements. */
export function certificateChecks(config: Config, now: number): Promise<Finding>[] {
  return [
    look('site certificate', () => ofSite(config, now)),
    look('signing certificate', () => ofSignature(config, now)),
  ]
}

async function ofSite({ publicUrl }: Config, now: number) {
  const { host, port, secure } = hostOf(publicUrl)
  if (!secure) return ok('PUBLIC_URL is not https, so there is none')
  const line = await openTlsLine(host, port)
  const { valid_to: end } = line.getPeerCertificate()
  line.destroy()
  return until(Date.parse(end), now, SOON.site)
}

async function ofSignature({ signature, production }: Config, now: number) {
  if (!signature.key) {
    return (production ? warn : ok)('SEAL_P12 is not set: the server signs with a self-made certificate')
  }
  // Loaded here alone: it is large.
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(signature.key.p12, signature.key.password)
  return until(new X509Certificate(signer.certificate).validToDate.getTime(), now, SOON.signature)
}

function until(end: number, now: number, soon: number) {
  const days = daysUntil(end, now)
  if (days < 0) return fail(`expired ${-days} days ago`)
  return (days < soon ? warn : ok)(`valid for ${days} days`)
}

/** Milliseconds that this machine's clock may differ; CERT-In asks for clocks that follow NIC's or NPL's. */
const OFFSET = { warn: 100, fail: 10_000 }
const NTP_PORT = 123
/** Seconds from 1900, where its times begin, to 1970. */
const EPOCH_SECONDS = 2_208_988_800

/** How far this machine's clock is from that of a time server (SNTP, RFC 5905 section 14). */
export function clockCheck(server: string): Promise<Finding> {
  const [host = '', port = String(NTP_PORT)] = server.split(':')
  return look('clock', async () => {
    const offset = await offsetTo(host, Number(port)).catch(() => undefined)
    if (offset === undefined) return warn(`unknown: ${host} does not answer with the time`)
    const words = `${Math.round(offset)} ms off ${host}`
    if (Math.abs(offset) > OFFSET.fail) return fail(words)
    return Math.abs(offset) > OFFSET.warn ? warn(words) : ok(words)
  })
}

function offsetTo(host: string, port: number): Promise<number> {
  const socket = createSocket('udp4')
  const limit = AbortSignal.timeout(LOOK_MS)
  const asked = new Promise<number>((resolve, reject) => {
    limit.addEventListener('abort', () => reject(new Error('no answer')))
    socket.once('error', reject)
    const question = Buffer.alloc(48)
    // Version 4, from a client.
    question[0] = 0x23
    let sentAt = 0
    socket.once('message', (answer) => {
      const receivedAt = Date.now()
      const [heard, said] = [timeAt(answer, 32), timeAt(answer, 40)]
      resolve((heard - sentAt + (said - receivedAt)) / 2)
    })
    sentAt = Date.now()
    socket.send(question, port, host, (error) => error && reject(error))
  })
  return asked.finally(() => socket.close())
}

/** Milliseconds since 1970 of a time in an answer: seconds and their fraction, four bytes each. */
function timeAt(answer: Buffer, at: number): number {
  const seconds = answer.readUInt32BE(at) - EPOCH_SECONDS
  return seconds * 1000 + (answer.readUInt32BE(at + 4) / 2 ** 32) * 1000
}
