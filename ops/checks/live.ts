import { todayInIndia } from '#contract/dates.ts'
import type { Config } from '#server/config/config.ts'
import { eicar } from '#server/providers/scanner/port.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'
import { type LiveProviders, createLiveProviders } from './live-providers.ts'
import { OpsError } from '#ops/command.ts'
import { type Finding, type LiveCheck, look, LOOK_MS, prove, warn } from './check.ts'
import { storage } from './storage.ts'
import { sayHello, simulator } from './providers.ts'
import { mailTo, type Receivers, sendTo } from './live-messages.ts'

/** Asks every vendor that the settings name one question under the agency's own credentials. */
export async function liveChecks(config: Config, receivers: Receivers & { now: number }): Promise<Finding[]> {
  const live = createLiveProviders(config)
  const { production } = config
  const inPlace = (what: string, check: LiveCheck | undefined) =>
    check ? prove(check) : look(what, async () => simulator(production))
  const findings = await Promise.all([
    inPlace('gateway', live.gateway && askGateway(live.gateway, receivers.now)),
    inPlace('aadhaar', live.aadhaar && askBalance('aadhaar', live.aadhaar, surepass)),
    inPlace('sms', live.sms && askBalance('sms', live.sms, msg91)),
    inPlace('mail', live.mail && greet(live.mail)),
    ...(live.bucket ? [prove(useBucket(live.bucket))] : []),
    live.scanner ? prove(scan(live.scanner)) : look('virus scanner', noScanner),
    ...(receivers.phone === undefined ? [] : [prove(sendTo(live.sms, receivers.phone))]),
    ...(receivers.address === undefined ? [] : [prove(mailTo(live.mail, receivers.address))]),
  ])
  live.mail?.port.close()
  return findings
}

async function noScanner() {
  return warn('CLAMD_URL is not set: files are not scanned')
}

/** The gateway's code for a transaction that it does not have (wires 1.7). */
const NOT_FOUND = '9999'

function askGateway({ address, payment }: NonNullable<LiveProviders['gateway']>, now: number): LiveCheck {
  return {
    what: 'gateway',
    asked: `${hostIn(address)} about a transaction that cannot exist`,
    todo: 'check PAYNIMO_URL and PAYNIMO_MERCHANT_ID, and ask Worldline whether this machine’s address is allowed',
    async work() {
      const question = { transactionId: '0'.repeat(13), consumerId: '', date: todayInIndia(now) }
      const asked = await payment(question, LOOK_MS)
      if (!asked.ok) throw new OpsError(asWords[asked.failure])
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

const asWords = {
  timeout: 'none in time',
  unreachable: 'none: the address cannot be reached',
  refused: 'it refuses us',
  rubbish: 'an answer that this vendor does not give',
  unreadable: 'an answer that this vendor does not give',
  circuit_open: 'none',
}

const surepass = {
  unit: 'credits',
  todo: 'check SUREPASS_TOKEN and that SUREPASS_URL is of the same account, sandbox or live',
  // What the contract covers is not in the balance.
  next: 'nothing; only the first verified number shows whether the contract covers Aadhaar OTP',
}
const msg91 = {
  unit: 'messages on route 4',
  todo: 'check MSG91_AUTH_KEY and MSG91_URL, and that the key allows this machine’s address',
  next: 'prove header, entity and templates with --send-to PHONE',
}

function askBalance(
  what: string,
  { address, balance }: { address: string; balance(limitMs: number): Promise<Balance> },
  { unit, todo, next }: typeof surepass,
): LiveCheck {
  return {
    what,
    asked: `${hostIn(address)} for the balance`,
    todo,
    async work() {
      const told = await balance(LOOK_MS)
      if (!told.ok) throw new OpsError(asWords[told.failure])
      const answer = `${told.left} ${unit} left`
      return told.left > 0 ? { answer, todo: next } : { answer, todo: 'top up the account', verdict: 'warn' }
    },
  }
}

function greet({ address }: { address: string }): LiveCheck {
  const { hostname, username } = new URL(address)
  return {
    what: 'mail',
    asked: `${hostname} for hello${username ? ' and a login' : ''}`,
    todo: 'check SMTP_URL: user, password (percent-encoded), host, port',
    async work() {
      await sayHello(address)
      if (username) return { answer: 'both', todo: 'prove delivery with --mail-to ADDRESS' }
      return {
        answer: 'hello',
        todo: 'put user and password into SMTP_URL if it wants them',
        verdict: 'warn',
      }
    },
  }
}

function useBucket({ address, port }: NonNullable<LiveProviders['bucket']>): LiveCheck {
  return {
    what: 'bucket',
    asked: `${hostIn(address)} to store one object, return it and delete it`,
    todo: 'check the S3 settings, and that the key may put, get and delete objects',
    async work() {
      const { verdict, words } = await storage({ files: port })
      if (verdict === 'fail') throw new OpsError(words)
      return { answer: words }
    },
  }
}

function scan({ address, port }: NonNullable<LiveProviders['scanner']>): LiveCheck {
  return {
    what: 'virus scanner',
    asked: `${hostIn(address)} to scan the EICAR test virus`,
    todo: 'check CLAMD_URL, that clamd runs, and that freshclam has downloaded signatures',
    async work() {
      const found = await port.scan(Buffer.from(eicar, 'latin1'))
      if (found !== 'infected') throw new OpsError(found === 'clean' ? 'it detects nothing' : 'none')
      return { answer: 'it detects it' }
    },
  }
}

function hostIn(address: string): string {
  return new URL(address).hostname || 'this machine'
}
