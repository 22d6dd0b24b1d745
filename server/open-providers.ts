import { join } from 'node:path'
import type { Config } from './config/config.ts'
import type { Clock } from './platform/clock.ts'
import type { Breaker } from './platform/http-client/circuit-breaker.ts'
import type { Log } from './platform/observability/log.ts'
import type { Observe } from './platform/observability/observe.ts'
import { type AadhaarPort, isOutage, type Started, type Submitted } from './providers/aadhaar/port.ts'
import { createSurepass, type SurepassOptions } from './providers/aadhaar/surepass.ts'
import { createDiskFiles } from './providers/files/disk.ts'
import type { FilesPort } from './providers/files/port.ts'
import { createS3Files } from './providers/files/s3.ts'
import { createPaynimo, type PaynimoAccount } from './providers/gateway/paynimo.ts'
import type { Asked, Ended, GatewayPort } from './providers/gateway/port.ts'
import { type SmsAccount, smsVendor } from './providers/kinds.ts'
import type { MailOutcome, MailPort } from './providers/mail/port.ts'
import { createSmtpMail } from './providers/mail/smtp.ts'
import { createClamd } from './providers/scanner/clamd.ts'
import { noScanner, type ScannerPort } from './providers/scanner/port.ts'
import type { SmsOutcome, SmsPort } from './providers/sms/port.ts'

export interface ProviderDeps {
  clock: Clock
  log: Log
  observe: Observe
  breaker(provider: string): Breaker
}

/** Sends calls through the provider's circuit breaker and counts them. `open` is the answer while the breaker is open. */
function guardCalls<Answers>(
  provider: string,
  { observe, breaker }: Pick<ProviderDeps, 'observe' | 'breaker'>,
  rule: { outage(answer: Answers): boolean; open: Answers; outcomeOf(answer: Answers): string },
) {
  const { run } = breaker(provider)
  // Each answer type includes the answer of an open breaker.
  return <Answer extends Answers>(operation: string, work: () => Promise<Answer>) =>
    observe({
      ...{ provider, operation, outcomeOf: rule.outcomeOf },
      work: () => run<Answers>(work, rule) as Promise<Answer>,
    })
}

function callOutcome(answer: { ok: true } | { ok: false; failure: string }): string {
  return answer.ok ? 'ok' : answer.failure
}

function sendOutcome(outcome: SmsOutcome | MailOutcome): string {
  return outcome.sent ? 'ok' : outcome.reason
}

/** Both calls share a breaker because they share a source. */
export function openAadhaar(account: Omit<SurepassOptions, 'log'>, deps: ProviderDeps): AadhaarPort {
  const port = createSurepass({ ...account, log: deps.log })
  const call = guardCalls('aadhaar', deps, {
    outage: (answer: Started | Submitted) => !answer.ok && isOutage(answer.failure),
    open: { ok: false, failure: 'circuit_open' },
    outcomeOf: callOutcome,
  })
  return {
    startOtp: (number) => call<Started>('start', () => port.startOtp(number)),
    submitOtp: (session, otp) => call<Submitted>('submit', () => port.submitOtp(session, otp)),
  }
}

/** A refused message is not an outage. */
export function openSms(account: SmsAccount, deps: ProviderDeps): SmsPort {
  const port = smsVendor(account).open(account, deps.log)
  const call = guardCalls<SmsOutcome>('sms', deps, {
    outage: (outcome) => !outcome.sent && outcome.reason !== 'refused',
    open: { sent: false, reason: 'circuit_open' },
    outcomeOf: sendOutcome,
  })
  return { send: (sms) => call(sms.template, () => port.send(sms)) }
}

export function openGateway(account: PaynimoAccount, deps: ProviderDeps): GatewayPort {
  return withBreaker(createPaynimo(account, deps), deps)
}

/** Only `ask` and `end` call the gateway's server, so only they go through the breaker. */
export function withBreaker(port: GatewayPort, deps: Pick<ProviderDeps, 'observe' | 'breaker'>): GatewayPort {
  const call = guardCalls('gateway', deps, {
    // One unreadable reply says nothing about the next.
    outage: (answer: Asked | Ended) => !answer.ok && answer.failure !== 'unreadable',
    open: { ok: false, failure: 'circuit_open' },
    outcomeOf: callOutcome,
  })
  return {
    ...port,
    ask: (order) => call<Asked>('ask', () => port.ask(order)),
    end: (mandate) => call<Ended>('end', () => port.end(mandate)),
  }
}

interface MailAccount {
  url: string
  /** The name in EHLO. */
  name: string
  from: string
  sender: string
}

export function openMail({ url, name, from, sender }: MailAccount, { observe }: ProviderDeps): MailPort {
  const port = createSmtpMail({ url, name, from: { name: sender, address: from } })
  const call = { provider: 'mail', operation: 'send', outcomeOf: sendOutcome }
  return { send: (message) => observe({ ...call, work: () => port.send(message) }), close: port.close }
}

/** Opens the configured file storage without metrics, which ops commands do not need. */
export function createFiles(config: Pick<Config, 's3' | 'dataDir'>): FilesPort {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDir, 'files'))
}

/** Opens the configured file storage with metrics. The time of a `get` ends when its first byte is available. */
export function openFiles(config: Pick<Config, 's3' | 'dataDir'>, observe: Observe): FilesPort {
  const port = createFiles(config)
  const call = { provider: 'files', outcomeOf: () => 'ok' }
  return {
    ...port,
    put: (id, bytes) => observe({ ...call, operation: 'put', work: () => port.put(id, bytes) }),
    get: (id) => observe({ ...call, operation: 'get', work: () => port.get(id) }),
    remove: (id) => observe({ ...call, operation: 'remove', work: () => port.remove(id) }),
  }
}

/** Opens the virus scanner with metrics, whose outcome is the scanner's answer. */
export function openScanner(
  { clamdUrl }: Pick<Config, 'clamdUrl'>,
  { log, observe }: Pick<ProviderDeps, 'log' | 'observe'>,
): ScannerPort {
  const { scan } = clamdUrl ? createClamd(clamdUrl, log) : noScanner
  const call = { provider: 'scanner', operation: 'scan', outcomeOf: (answer: string) => answer }
  return { scan: (bytes) => observe({ ...call, work: () => scan(bytes) }) }
}
