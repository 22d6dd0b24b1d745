import type { Config } from '#server/config/config.ts'
import {
  createKeyValueStore,
  createOutbox,
  type Outbox,
  type SandboxDeps,
} from '#server/features/sandbox/service.ts'
import type { SandboxBank } from '#server/features/sandbox/bank-service.ts'
import { guardAadhaar, guardGateway, guardSms } from './provider-breakers.ts'
import { type Breaker, createBreaker } from '#server/platform/http-client/circuit-breaker.ts'
import { wholeSeconds } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { createLimits } from '#server/platform/rate-limit/rate-limit.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type SimulatorRoutes, startSimulator } from '#server/providers/simulator-server.ts'
import { observeAadhaar, observeGateway, observeMail, observeSms } from './provider-metrics.ts'
import { planGateway } from './gateway.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import {
  AADHAAR_SIMULATOR,
  aadhaarSimulator,
  simulatorSession,
  simulatorWait,
} from '#server/providers/aadhaar/simulator.ts'
import { createSurepass } from '#server/providers/aadhaar/surepass.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { startSmtpSimulator } from '#server/providers/mail/simulator.ts'
import { createSmtpMail } from '#server/providers/mail/smtp.ts'
import { createMsg91 } from '#server/providers/sms/msg91.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { SMS_STAND_IN, smsSimulator } from '#server/providers/sms/simulator.ts'
import { templateText } from '#server/providers/sms/templates.ts'
import type { Observe } from '#server/platform/observability/observer.ts'

/** The services that others run, as the settings name them. */
export interface Providers {
  mail: MailPort
  aadhaar: AadhaarPort
  sms: SmsPort
  gateway: GatewayPort
  /** The bank behind the gateway, while that is the sandbox's. */
  sandboxBank: SandboxBank | undefined
  /** Whether any of them is the sandbox's simulator. */
  sandbox: boolean
  /** Those that are left alone for a while when they fail. */
  breakers: Breaker[]
  close(): Promise<void>
}

type ProviderDeps = SandboxDeps & { log: Log; outbox: Outbox }

/** How one provider is opened; with a simulator of its own it is given the address of the server that carries it. */
interface Plan<Port> {
  simulator?: SimulatorRoutes
  open(simulatorUrl: string): Port
}

/** Opens every provider, and the simulators' server only while one of them is the sandbox's. */
export async function createProviders(
  config: Config,
  deps: SandboxDeps & { log: Log; observe: Observe },
): Promise<Providers> {
  const { observe } = deps
  const withOutbox = { ...deps, outbox: createOutbox(deps) }
  const plans = {
    aadhaar: planAadhaar(config, withOutbox),
    sms: planSms(config, withOutbox),
    gateway: planGateway(config, deps),
  }
  const mail = await openMail(config, withOutbox)
  const routes = Object.values(plans).flatMap(({ simulator }) => simulator ?? [])
  const simulator = routes.length > 0 ? await startSimulator(routes) : undefined
  const url = simulator?.url ?? ''
  const breakers = {
    aadhaar: createBreaker({ provider: 'aadhaar', log: deps.log }),
    sms: createBreaker({ provider: 'sms', log: deps.log }),
    gateway: createBreaker({ provider: 'gateway', log: deps.log }),
  }
  const ports = {
    aadhaar: observeAadhaar(guardAadhaar(plans.aadhaar.open(url), breakers.aadhaar), observe),
    sms: observeSms(guardSms(plans.sms.open(url), breakers.sms), observe),
    gateway: observeGateway(guardGateway(plans.gateway.open(url), breakers.gateway), observe),
  }
  return {
    ...ports,
    sandboxBank: plans.gateway.bank && { bank: plans.gateway.bank, origin: undefined },
    breakers: Object.values(breakers),
    mail: observeMail(mail.port, observe),
    sandbox: simulator !== undefined || config.mail.provider === 'sandbox',
    async close() {
      for (const port of Object.values(ports)) port.close()
      await Promise.all([mail.close(), simulator?.close()])
    },
  }
}

/** Milliseconds between two codes to one number at the simulator: as long as our own wait, so that it is the one met. */
const STAND_IN_WAIT_MS = 30_000
const SIMULATOR_CALLS = { name: 'aadhaar stand-in', points: 100, seconds: 60 }

function planAadhaar(config: Config, deps: ProviderDeps): Plan<AadhaarPort> {
  const { log, outbox } = deps
  const { aadhaar, rateLimitScale } = config
  if (aadhaar.provider === 'surepass') return { open: () => createSurepass({ ...aadhaar, log }) }
  log.info('sandbox: Aadhaar numbers are invented people, their codes go to /sandbox and to nobody else')
  const token = newId()
  const waitMs = wholeSeconds(STAND_IN_WAIT_MS / rateLimitScale)
  const simulator: SimulatorRoutes = (app) =>
    aadhaarSimulator(app, {
      token,
      waitMs,
      host: new URL(config.publicUrl).host,
      clock: deps.clock,
      sessions: createKeyValueStore(deps, 'aadhaar', simulatorSession),
      waits: createKeyValueStore(deps, 'aadhaar_wait', simulatorWait),
      limit: createLimits(rateLimitScale)(SIMULATOR_CALLS),
      keepSms: outbox.keepSms,
    })
  const resendAfterSeconds = waitMs / 1000
  return {
    simulator,
    open: (url) => createSurepass({ url: url + AADHAAR_SIMULATOR, token, log, resendAfterSeconds }),
  }
}

function planSms(config: Config, { log, outbox }: ProviderDeps): Plan<SmsPort> {
  const { sms } = config
  if (sms.provider === 'msg91') return { open: () => createMsg91({ ...sms, log }) }
  log.info('sandbox: SMS go to /sandbox and to nobody else')
  const facts = { agency: config.agency.name, host: new URL(config.publicUrl).host }
  const account = { authKey: newId(), sender: 'AGENCY', entityId: '1101000000000000001' }
  const templates = { mobile_code: 'mobile_code', link_code: 'link_code' } as const
  const texts = {
    mobile_code: templateText('mobile_code', facts),
    link_code: templateText('link_code', facts),
  }
  return {
    simulator: (app) => smsSimulator(app, { ...account, texts, keepSms: outbox.keepSms }),
    open: (url) => createMsg91({ url: url + SMS_STAND_IN, ...account, templates, log }),
  }
}

interface OpenMail {
  port: MailPort
  close(): Promise<void>
}

async function openMail(config: Config, { log, outbox }: ProviderDeps): Promise<OpenMail> {
  const from = { name: config.agency.name, address: config.mail.from }
  if (config.mail.provider === 'smtp') {
    const port = createSmtpMail({ url: config.mail.url, from })
    return { port, close: async () => port.close() }
  }
  const simulator = await startSmtpSimulator(outbox.keepMail)
  log.info({ url: simulator.url }, 'sandbox: e-mail goes to /sandbox and to nobody else')
  const port = createSmtpMail({ url: simulator.url, from })
  return {
    port,
    async close() {
      port.close()
      await simulator.close()
    },
  }
}
