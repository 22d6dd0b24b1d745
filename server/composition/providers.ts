import type { Sandbox } from '#sandbox/start.ts'
import type { Config } from '#server/config/config.ts'
import { createSandboxStore } from '#server/features/sandbox/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Breaker, createBreaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/telemetry.ts'
import { openAadhaar } from '#server/providers/aadhaar/create.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { openGateway } from '#server/providers/gateway/create.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import { openMail } from '#server/providers/mail/create.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import type { ProviderDeps } from '#server/providers/provider.ts'
import { openSms, sandboxTexts } from '#server/providers/sms/create.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** The services that others run, as the settings name them. */
export interface Providers {
  mail: MailPort
  aadhaar: AadhaarPort
  sms: SmsPort
  gateway: GatewayPort
  /** The outside world simulated, while a provider is the sandbox's. */
  sandbox: Sandbox | undefined
  /** Those that are not called for a while when they fail. */
  breakers: Breaker[]
  close(): Promise<void>
}

interface Base {
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  observe: Observe
}

/** Opens every provider, and starts the sandbox only while one of them is its own. */
export async function createProviders(config: Config, base: Base): Promise<Providers> {
  const breakers: Breaker[] = []
  const deps: ProviderDeps = {
    ...base,
    breaker(provider) {
      const breaker = createBreaker({ provider, log: base.log })
      breakers.push(breaker)
      return breaker
    },
  }
  const { sandbox, accounts } = await accountsOf(config, base)
  const mail = openMail({ ...config.mail, ...accounts.mail, sender: config.agency.name }, deps)
  return {
    aadhaar: openAadhaar(accounts.aadhaar, deps),
    sms: openSms(accounts.sms, deps),
    gateway: openGateway(accounts.gateway, deps),
    ...{ mail, sandbox, breakers },
    async close() {
      mail.close()
      await sandbox?.close()
    },
  }
}

const notes = {
  aadhaar: 'sandbox: Aadhaar numbers are invented people, their codes go to /sandbox and to nobody else',
  sms: 'sandbox: SMS go to /sandbox and to nobody else',
  gateway: 'sandbox: bank mandates are set up with an invented bank, and no money moves',
  mail: 'sandbox: e-mail goes to /sandbox and to nobody else',
}

/** How each provider is reached: a real one as the settings say, the others in the sandbox. */
async function accountsOf(config: Config, { db, cipher, clock, log }: Base) {
  const { aadhaar, sms, mail } = config
  const { gateway } = config.mandate
  if (
    aadhaar.provider !== 'sandbox' &&
    sms.provider !== 'sandbox' &&
    mail.provider !== 'sandbox' &&
    gateway.provider !== 'sandbox'
  )
    return { sandbox: undefined, accounts: { aadhaar, sms, mail, gateway } }
  for (const [name, { provider }] of Object.entries({ aadhaar, sms, gateway, mail }))
    if (provider === 'sandbox') log.info(notes[name as keyof typeof notes])
  const { texts, templates } = sandboxTexts({
    agency: config.agency.name,
    host: new URL(config.publicUrl).host,
  })
  const { startSandbox } = await import('#sandbox/start.ts')
  const sandbox = await startSandbox({
    ...{ clock, publicUrl: config.publicUrl, payee: config.agency.name, smsTexts: texts },
    hasBank: gateway.provider === 'sandbox',
    store: createSandboxStore({ db, cipher, clock }),
    // Nobody outside can sign for its bank, and all processes of this database sign alike.
    secret: cipher.index('sandbox', 'secret'),
    limitScale: config.rateLimitScale,
  })
  const accounts = {
    aadhaar: aadhaar.provider === 'sandbox' ? sandbox.aadhaar : aadhaar,
    sms: sms.provider === 'sandbox' ? { ...sandbox.sms, provider: 'msg91' as const, templates } : sms,
    mail: mail.provider === 'sandbox' ? sandbox.mail : mail,
    gateway: gateway.provider === 'sandbox' ? { ...sandbox.gateway, isOwnSite: true } : gateway,
  }
  return { sandbox, accounts }
}
