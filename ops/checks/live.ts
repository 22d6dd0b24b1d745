import { todayInIndia } from '#contract/dates.ts'
import type { Config } from '#server/config/config.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'
import { newId } from '#server/platform/ids.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { surepassBalance } from '#server/providers/aadhaar/surepass.ts'
import { createFiles } from '#server/providers/files/create.ts'
import { ENQUIRIES } from '#server/providers/gateway/create.ts'
import { createEnquiries } from '#server/providers/gateway/status-query.ts'
import { createSmtpMail } from '#server/providers/mail/smtp.ts'
import { createClamd } from '#server/providers/scanner/clamd.ts'
import { eicar } from '#server/providers/scanner/port.ts'
import { createMsg91, msg91Balance } from '#server/providers/sms/msg91.ts'
import { OpsError } from '#ops/command.ts'
import {
  CHECK_TIMEOUT_MS,
  type CheckResult,
  type LiveCheck,
  runCheck,
  runLiveCheck,
  simulated,
  warn,
} from './check.ts'
import { sayHello } from './providers.ts'
import { storage } from './storage.ts'

/** Who is sent one real message. */
export interface Receivers {
  /** Ten digits. */
  phone: string | undefined
  address: string | undefined
}

/** Adapters are opened bare, without sandbox, breaker, database and log: each is used once. */
const log = createLog('silent')

/** Asks each vendor in the settings one question under the agency's own credentials. */
export async function liveChecks(
  config: Config,
  { phone, address, now }: Receivers & { now: number },
): Promise<CheckResult[]> {
  const runOrSimulated = (what: string, check: LiveCheck | undefined) =>
    check ? runLiveCheck(check) : runCheck(what, async () => simulated(config.production))
  const bucket = bucketCheck(config)
  const scanner = scannerCheck(config)
  return Promise.all([
    runOrSimulated('gateway', gatewayCheck(config, now)),
    runOrSimulated('aadhaar', aadhaarCheck(config)),
    runOrSimulated('sms', smsCheck(config)),
    runOrSimulated('mail', mailCheck(config)),
    ...(bucket ? [runLiveCheck(bucket)] : []),
    scanner ? runLiveCheck(scanner) : runCheck('virus scanner', noScanner),
    ...(phone === undefined ? [] : [runLiveCheck(smsTo(config, phone))]),
    ...(address === undefined ? [] : [runLiveCheck(mailTo(config, address))]),
  ])
}

async function noScanner() {
  return warn('CLAMD_URL is not set: files are not scanned')
}

/** The gateway's code for a transaction that it does not have. */
const NOT_FOUND = '9999'

function gatewayCheck({ mandate: { gateway } }: Config, now: number): LiveCheck | undefined {
  if (!('url' in gateway)) return undefined
  const { payment } = createEnquiries({ url: gateway.url + ENQUIRIES, merchantId: gateway.merchant.id, log })
  return {
    what: 'gateway',
    question: `${hostIn(gateway.url)} about a transaction that cannot exist`,
    todo: 'check PAYNIMO_URL and PAYNIMO_MERCHANT_ID, and ask Worldline whether this machine’s address is allowed',
    async work() {
      const query = { transactionId: '0'.repeat(13), consumerId: '', date: todayInIndia(now) }
      const asked = await payment(query, CHECK_TIMEOUT_MS)
      if (!asked.ok) throw new OpsError(failures[asked.failure])
      const { code } = asked.reply
      if (code !== NOT_FOUND)
        throw new OpsError(`${code || 'no status'} instead of ${NOT_FOUND}, «not found»`)
      return {
        answer: `${NOT_FOUND}, «not found»: host and merchant code are known; this does not prove the salt`,
        todo: 'prove the salt by a first attempt with the test code (T…)',
      }
    },
  }
}

const failures = {
  timeout: 'none in time',
  unreachable: 'none: the address cannot be reached',
  refused: 'it refuses us',
  rubbish: 'an answer that this vendor does not give',
  unreadable: 'an answer that this vendor does not give',
  circuit_open: 'none',
}

function aadhaarCheck({ aadhaar }: Config): LiveCheck | undefined {
  if (!('url' in aadhaar)) return undefined
  return balanceCheck(() => surepassBalance(aadhaar, CHECK_TIMEOUT_MS), {
    what: 'aadhaar',
    address: aadhaar.url,
    unit: 'credits',
    todo: 'check SUREPASS_TOKEN and that SUREPASS_URL is of the same account, sandbox or live',
    // What the contract covers is not in the balance.
    next: 'nothing; only the first verified number shows whether the contract covers Aadhaar OTP',
  })
}

function smsCheck({ sms }: Config): LiveCheck | undefined {
  if (!('url' in sms)) return undefined
  return balanceCheck(() => msg91Balance(sms, CHECK_TIMEOUT_MS), {
    what: 'sms',
    address: sms.url,
    unit: 'messages on route 4',
    todo: 'check MSG91_AUTH_KEY and MSG91_URL, and that the key allows this machine’s address',
    next: 'prove header, entity and templates with --send-to PHONE',
  })
}

function balanceCheck(
  balance: () => Promise<Balance>,
  { address, unit, next, ...check }: Record<'what' | 'address' | 'unit' | 'todo' | 'next', string>,
): LiveCheck {
  return {
    ...check,
    question: `${hostIn(address)} for the balance`,
    async work() {
      const reply = await balance()
      if (!reply.ok) throw new OpsError(failures[reply.failure])
      const answer = `${reply.left} ${unit} left`
      return reply.left > 0 ? { answer, todo: next } : { answer, todo: 'top up the account', status: 'warn' }
    },
  }
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

/** Sends the registered text with a code that opens nothing. */
function smsTo({ sms }: Config, phone: string): LiveCheck {
  return {
    what: 'sms to a phone',
    question: `MSG91 to send the text of MSG91_TEMPLATE_CODE to ${maskNumber(phone)}`,
    todo: 'check SMS_PROVIDER and the MSG91 settings; the log of failed requests at MSG91 names the cause',
    async work() {
      if (!('url' in sms)) throw new OpsError('none: simulated by the sandbox')
      const code = { template: 'mobile_code', language: 'en', values: { code: '000000' } } as const
      const message = { id: newId(), phone, ...code }
      const outcome = await createMsg91({ ...sms, log }).send(message)
      if (!outcome.sent) throw new OpsError(outcome.reason.replace('_', ' '))
      return { answer: 'taken', todo: 'see that it arrives; if not, the DLT report at MSG91 names the cause' }
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

function hostIn(address: string): string {
  return new URL(address).hostname || 'this machine'
}
