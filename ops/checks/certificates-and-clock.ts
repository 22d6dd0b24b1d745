import { X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { counted } from '#contract/messages/languages.ts'
import type { Config } from '#server/config/config.ts'
import { CHECK_TIMEOUT_MS } from '#server/providers/vendor.ts'
import { type CheckResult, daysUntil, fail, ok, runCheck, warn } from './check.ts'
import { hostOf, openTls } from './providers.ts'

/** Days before its end at which a certificate must be renewed. */
const SOON = { site: 14, signature: 60 }

/** How long the certificates are valid: the site's, and the one that signs agreements. */
export function certificateChecks(config: Config, now: number): Promise<CheckResult>[] {
  return [
    runCheck('site certificate', () => ofSite(config, now)),
    runCheck('signing certificate', () => ofSignature(config, now)),
  ]
}

async function ofSite({ publicUrl }: Config, now: number) {
  const { host, port, secure } = hostOf(publicUrl)
  if (!secure) return ok('PUBLIC_URL is not https, so there is none')
  const socket = await openTls(host, port)
  const { valid_to: end } = socket.getPeerCertificate()
  socket.destroy()
  return until(Date.parse(end), now, SOON.site)
}

async function ofSignature({ signature, production }: Config, now: number) {
  if (!signature.key) {
    return (production ? warn : ok)('SEAL_P12 is not set: the server signs with a self-made certificate')
  }
  // Loaded here, because it is large.
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(signature.key.p12, signature.key.password)
  return until(new X509Certificate(signer.certificate).validToDate.getTime(), now, SOON.signature)
}

function until(end: number, now: number, soon: number) {
  const days = daysUntil(end, now)
  if (days < 0) return fail(`expired ${counted(-days, 'day')} ago`)
  return (days < soon ? warn : ok)(`valid for ${counted(days, 'day')}`)
}

/** Milliseconds that this machine's clock may differ; CERT-In asks for clocks that follow NIC's or NPL's. */
const OFFSET = { warn: 100, fail: 10_000 }
const NTP_PORT = 123
/** Seconds from 1900, where NTP's times begin, to 1970. */
const EPOCH_SECONDS = 2_208_988_800

/** How far this machine's clock is from that of a time server (SNTP, RFC 5905 section 14). */
export function clockCheck(server: string): Promise<CheckResult> {
  const [host = '', port = String(NTP_PORT)] = server.split(':')
  return runCheck('clock', async () => {
    const offset = await offsetTo(host, Number(port)).catch(() => undefined)
    if (offset === undefined) return warn(`unknown: ${host} does not answer with the time`)
    const detail = `${Math.round(offset)} ms off ${host}`
    if (Math.abs(offset) > OFFSET.fail) return fail(detail)
    return Math.abs(offset) > OFFSET.warn ? warn(detail) : ok(detail)
  })
}

async function offsetTo(host: string, port: number): Promise<number> {
  const socket = createSocket('udp4')
  // A name may be looked up in vain after the limit, when nothing else hears of it and it would end the process.
  socket.on('error', () => undefined)
  const request = Buffer.alloc(48)
  // Version 4, from a client.
  request[0] = 0x23
  try {
    const sentAt = Date.now()
    socket.send(request, port, host)
    const limit = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    const [answer] = (await once(socket, 'message', { signal: limit })) as [Buffer]
    const receivedAt = Date.now()
    const [theirReceipt, theirReply] = [timeAt(answer, 32), timeAt(answer, 40)]
    return (theirReceipt - sentAt + (theirReply - receivedAt)) / 2
  } finally {
    socket.close()
  }
}

/** A time in an NTP packet (seconds and their fraction, four bytes each) as milliseconds since 1970. */
function timeAt(answer: Buffer, at: number): number {
  const seconds = answer.readUInt32BE(at) - EPOCH_SECONDS
  return seconds * 1000 + (answer.readUInt32BE(at + 4) / 2 ** 32) * 1000
}
