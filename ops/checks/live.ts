import type { Config } from '#server/config/config.ts'
import { newId } from '#server/platform/ids.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { surepassLive } from '#server/providers/aadhaar/surepass.ts'
import { createFiles } from '#server/providers/open.ts'
import { paynimoLive } from '#server/providers/gateway/paynimo.ts'
import { createSmtpMail } from '#server/providers/mail/smtp.ts'
import { createClamd } from '#server/providers/scanner/clamd.ts'
import { eicar } from '#server/providers/scanner/port.ts'
import { smsVendor } from '#server/providers/kinds.ts'
import { hostIn, type LiveCheck } from '#server/providers/vendor.ts'
import { OpsError } from '#ops/command.ts'
import { type CheckResult, runCheck, runLiveCheck, simulated, warn } from './check.ts'
import { sayHello } from './outside.ts'
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
    scanner ? runLiveCheck(scanner) : runCheck('virus scanner', noScanner),
    ...(phone === undefined ? [] : [runLiveCheck(smsTo(config, phone))]),
    ...(address === undefined ? [] : [runLiveCheck(mailTo(config, address))]),
  ])
}

async function noScanner() {
  return warn('CLAMD_URL is not set: files are not scanned')
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
