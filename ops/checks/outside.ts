import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import nodemailer from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { createSmtpMail, isLoopback } from '#server/providers/mail/smtp.ts'
import { addressOf, createClamd } from '#server/providers/scanner/clamd.ts'
import { newId } from '#server/platform/ids.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { surepassLive } from '#server/providers/aadhaar/surepass.ts'
import { paynimoLive } from '#server/providers/gateway/paynimo.ts'
import { smsVendor } from '#server/providers/kinds.ts'
import { createFiles } from '#server/open-providers.ts'
import { eicar } from '#server/providers/scanner/port.ts'
import { CHECK_TIMEOUT_MS, hostIn, type LiveCheck } from '#server/providers/vendor.ts'
import { OpsError } from '#ops/command.ts'
import { type CheckResult, daysUntil, fail, ok, runCheck, runLiveCheck, simulated, warn } from './check.ts'
import { storage } from './storage.ts'
import { X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { counted } from '#contract/messages/languages.ts'

/** Checks that every service can be reached. Sends, requests and pays nothing. */
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

/** Greets a mail server, over TLS unless it is on this machine, and logs in if the address has a user. */
async function sayHello(address: string): Promise<void> {
  const { username } = new URL(address)
  const transport = nodemailer.createTransport({
    url: address,
    requireTLS: !isLoopback(address),
    // Without this, a server that offers no login would seem to accept it.
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

function connected<Kind extends Socket>(socket: Kind, event: 'connect' | 'secureConnect'): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
    socket.setTimeout(CHECK_TIMEOUT_MS, () => socket.destroy(late))
    socket.once('error', reject)
    socket.once(event, () => resolve(socket))
  })
}

function openTcp(address: NetConnectOpts): Promise<Socket> {
  return connected(connect(address), 'connect')
}

/** Opens a TLS connection and requires a valid certificate. */
function openTls(host: string, port: number): Promise<TLSSocket> {
  // SNI is for names only (RFC 6066 section 3).
  const name = isIP(host) === 0 ? { servername: host } : {}
  return connected(connectTls({ host, port, ...name }), 'secureConnect')
}

function hostOf(address: string): { host: string; port: number; secure: boolean } {
  const { hostname, port, protocol } = new URL(address)
  const secure = ['https:', 'smtps:'].includes(protocol)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure }
}

/** Writes to a socket and returns the first piece of the answer. */
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

/** Days before its expiry at which a certificate has to be renewed. */
const SOON = { site: 14, signature: 60 }

/** Checks how long the certificates of the site and of the signature are valid. */
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

/** Allowed difference of the clock in milliseconds. CERT-In requires clocks that follow NIC's or NPL's. */
const OFFSET = { warn: 100, fail: 10_000 }
const NTP_PORT = 123
/** Seconds from 1900, the epoch of NTP, to 1970. */
const EPOCH_SECONDS = 2_208_988_800

/** Compares this machine's clock with a time server (SNTP, RFC 5905 section 14). */
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
  // A failed lookup after the limit would otherwise crash the process.
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

/** Converts a time in an NTP packet (seconds and fraction, four bytes each) to milliseconds since 1970. */
function timeAt(answer: Buffer, at: number): number {
  const seconds = answer.readUInt32BE(at) - EPOCH_SECONDS
  return seconds * 1000 + (answer.readUInt32BE(at + 4) / 2 ** 32) * 1000
}

/** Receivers of one real message each. */
export interface Receivers {
  /** Ten digits. */
  phone: string | undefined
  address: string | undefined
}

/** Adapters are opened without sandbox, breaker, database and log, because each is used once. */
const log = createLog('silent')

/** Asks each configured vendor one question with the agency's credentials. */
export async function liveChecks(
  config: Config,
  { phone, address, now }: Receivers & { now: number },
): Promise<CheckResult[]> {
  const runOrSimulated = (what: string, check: LiveCheck | undefined) =>
    check ? runLiveCheck(check) : runCheck(what, async () => simulated(config.production))
  const { aadhaar, sms } = config
  const { gateway } = config.mandate
  const bucket = bucketCheck(config)
  const scanner = scannerCheck(config)
  return Promise.all([
    runOrSimulated(
      'gateway',
      gateway.provider === 'sandbox' ? undefined : paynimoLive(gateway, { now, log }),
    ),
    runOrSimulated('aadhaar', aadhaar.provider === 'sandbox' ? undefined : surepassLive(aadhaar)),
    runOrSimulated('sms', sms.provider === 'sandbox' ? undefined : smsVendor(sms).live(sms)),
    runOrSimulated('mail', mailCheck(config)),
    ...(bucket ? [runLiveCheck(bucket)] : []),
    scanner
      ? runLiveCheck(scanner)
      : runCheck('virus scanner', async () => warn('CLAMD_URL is not set: files are not scanned')),
    ...(phone === undefined ? [] : [runLiveCheck(smsTo(config, phone))]),
    ...(address === undefined ? [] : [runLiveCheck(mailTo(config, address))]),
  ])
}

function mailCheck({ mail }: Config): LiveCheck | undefined {
  if (!('url' in mail)) return undefined
  const { hostname, username } = new URL(mail.url)
  return {
    what: 'mail',
    question: `${hostname} for hello${username ? ' and a login' : ''}`,
    todo: 'check SMTP_URL: user, password (percent-encoded), host, port',
    async work() {
      await sayHello(mail.url)
      if (username) return { answer: 'both', todo: 'prove delivery with --mail-to ADDRESS' }
      return { answer: 'hello', todo: 'put user and password into SMTP_URL if it wants them', status: 'warn' }
    },
  }
}

function bucketCheck(config: Config): LiveCheck | undefined {
  if (!config.s3) return undefined
  return {
    what: 'bucket',
    question: `${hostIn(config.s3.endpoint)} to store one object, return it and delete it`,
    todo: 'check the S3 settings, and that the key may put, get and delete objects',
    async work() {
      const { status, detail } = await storage({ files: createFiles(config) })
      if (status === 'fail') throw new OpsError(detail)
      return { answer: detail }
    },
  }
}

function scannerCheck({ clamdUrl }: Config): LiveCheck | undefined {
  if (clamdUrl === undefined) return undefined
  return {
    what: 'virus scanner',
    question: `${hostIn(clamdUrl)} to scan the EICAR test virus`,
    todo: 'check CLAMD_URL, that clamd runs, and that freshclam has downloaded signatures',
    async work() {
      const found = await createClamd(clamdUrl, log).scan(Buffer.from(eicar, 'latin1'))
      if (found !== 'infected') throw new OpsError(found === 'clean' ? 'it detects nothing' : 'none')
      return { answer: 'it detects it' }
    },
  }
}

/** Sends the registered text with a useless code. */
function smsTo({ sms }: Config, phone: string): LiveCheck {
  const vendor = sms.provider === 'sandbox' ? undefined : smsVendor(sms)
  const title = vendor?.title ?? 'the sandbox'
  const setting = vendor?.templateSetting('mobile_code', 'en') ?? 'the code'
  return {
    what: 'sms to a phone',
    question: `${title} to send the text of ${setting} to ${maskNumber(phone)}`,
    todo: `check SMS_PROVIDER and the ${title} settings; the log of failed requests at ${title} names the cause`,
    async work() {
      if (sms.provider === 'sandbox') throw new OpsError('none: simulated by the sandbox')
      const code = { template: 'mobile_code', language: 'en', values: { code: '000000' } } as const
      const outcome = await smsVendor(sms)
        .open(sms, log)
        .send({ id: newId(), phone, ...code })
      if (!outcome.sent) throw new OpsError(outcome.reason.replace('_', ' '))
      return {
        answer: 'taken',
        todo: `see that it arrives; if not, the DLT report at ${title} names the cause`,
      }
    },
  }
}

function mailTo({ mail, agency }: Config, to: string): LiveCheck {
  return {
    what: 'mail to an address',
    question: `the mail server to send one to ${maskEmail(to)}`,
    todo: 'check MAIL_PROVIDER, SMTP_URL and MAIL_FROM: the server may only send from that address',
    async work() {
      if (!('url' in mail)) throw new OpsError('none: simulated by the sandbox')
      const from = { name: agency.name, address: mail.from }
      const port = createSmtpMail({ url: mail.url, name: mail.name, from })
      const subject = 'A test of this site’s mail'
      const text =
        'This mail was sent by «doctor --live --mail-to». Its source must say spf=pass, dkim=pass and dmarc=pass.'
      const outcome = await port.send({ id: newId(), to, subject, text }).finally(() => port.close())
      if (!outcome.sent) throw new OpsError(outcome.reason)
      return { answer: 'taken', todo: 'see that it arrives, not as spam' }
    },
  }
}
