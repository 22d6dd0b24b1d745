import nodemailer from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { fail, type Finding, look, LOOK_MS, ok, warn } from './check.ts'
import { askOnce, hostOf, openLine, openTlsLine } from './connection.ts'

/** Whether everything that the product talks to can be reached; nothing is sent, asked or paid for. */
export function providerChecks(config: Config): Promise<Finding>[] {
  const { aadhaar, sms, mandate, signature } = config
  const { gateway } = mandate
  return [
    look('mail', () => mail(config)),
    reach('aadhaar', 'url' in aadhaar ? aadhaar.url : undefined, config),
    reach('sms', 'url' in sms ? sms.url : undefined, config),
    reach('mandates', 'url' in gateway ? gateway.url : undefined, config),
    ...(signature.tsaUrl === undefined ? [] : [reach('timestamps', signature.tsaUrl, config)]),
    look('virus scanner', () => scanner(config)),
    ...(config.redisUrl === undefined ? [] : [look('redis', () => redis(config.redisUrl ?? ''))]),
  ]
}

async function mail({ mail: settings, production }: Config) {
  if (settings.provider === 'sandbox') return simulator(production)
  await sayHello(settings.url)
  return ok(`${new URL(settings.url).hostname} accepts our mail`)
}

/** Says hello to a mail server, encrypted unless it is this very machine's, and logs in where the address has a user. */
export async function sayHello(address: string): Promise<void> {
  const { hostname, username } = new URL(address)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const limits = {
    connectionTimeout: LOOK_MS,
    greetingTimeout: LOOK_MS,
    dnsTimeout: LOOK_MS,
    socketTimeout: LOOK_MS,
  }
  // Or a server that offers no login would be taken for one that let us in.
  const forceAuth = username !== ''
  const transport = nodemailer.createTransport({ url: address, requireTLS: !local, forceAuth, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** What is said of a vendor in whose place the sandbox is. */
export function simulator(production: boolean) {
  return (production ? warn : ok)('simulated by the sandbox')
}

function reach(what: string, address: string | undefined, { production }: Config): Promise<Finding> {
  return look(what, async () => {
    if (address === undefined) return simulator(production)
    const { host, port, secure } = hostOf(address)
    const line = await (secure ? openTlsLine(host, port) : openLine({ host, port }))
    line.destroy()
    return ok(`${host} can be reached`)
  })
}

async function scanner({ clamdUrl, production }: Config) {
  if (clamdUrl === undefined) return (production ? fail : warn)('CLAMD_URL is not set: files are not scanned')
  const { protocol, hostname, port, pathname } = new URL(clamdUrl)
  const unix = protocol === 'unix:'
  const address = unix
    ? { path: decodeURIComponent(pathname) }
    : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  const answer = await askOnce(await openLine(address), 'zVERSION\0')
  const version = /^ClamAV [\w./ :-]{1,80}/.exec(answer)?.[0]
  return version
    ? ok(version.replaceAll('/', ', signatures ').replace(', signatures ', ', '))
    : fail('it is not clamd')
}

async function redis(url: string) {
  const { host, port, secure } = hostOf(url)
  const { port: given, username, password } = new URL(url)
  const at = given ? port : 6379
  const line = await (secure ? openTlsLine(host, at) : openLine({ host, port: at }))
  const words = [username, password].filter(Boolean).map(decodeURIComponent)
  const answer = await askOnce(line, words.length > 0 ? command('AUTH', ...words) : command('PING'))
  if (/^\+(OK|PONG)/.test(answer)) return ok(`${host} answers`)
  return fail(answer.startsWith('-') ? 'it refuses the user or the password' : 'it is not Redis')
}

/** A command as Redis reads it (RESP). */
function command(...words: string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
}
