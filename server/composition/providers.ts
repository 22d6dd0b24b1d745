import type { Config } from '#server/config/config.ts'
import { languageOfMandate } from '#server/features/onboarding/mandate/store.ts'
import { createCallLater, type SandboxBank } from '#server/features/sandbox/bank-service.ts'
import { createKeyValueStore, createOutbox, type SandboxDeps } from '#server/features/sandbox/service.ts'
import { type Breaker, createBreaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Observe } from '#server/platform/observability/telemetry.ts'
import { createAadhaar } from '#server/providers/aadhaar/create.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { createGateway } from '#server/providers/gateway/create.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import { createMail } from '#server/providers/mail/create.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import type { ProviderDeps } from '#server/providers/provider.ts'
import { startSimulator } from '#server/providers/simulator-server.ts'
import { createSms } from '#server/providers/sms/create.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

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
  /** Those that are not called for a while when they fail. */
  breakers: Breaker[]
  close(): Promise<void>
}

/** Creates every provider, and the simulators' server only while one of them is the sandbox's. */
export async function createProviders(
  config: Config,
  base: SandboxDeps & { log: Log; observe: Observe },
): Promise<Providers> {
  const { breakers, ...deps } = providerDeps(base)
  const aadhaar = createAadhaar(config, deps)
  const sms = createSms(config, deps)
  const gateway = createGateway(config, deps)
  const mail = await createMail(config, deps)
  const routes = [aadhaar, sms, gateway].flatMap(({ simulator }) => simulator ?? [])
  const simulator = routes.length > 0 ? await startSimulator(routes) : undefined
  const url = simulator?.url ?? ''
  return {
    ...{ aadhaar: aadhaar.open(url), sms: sms.open(url), gateway: gateway.open(url) },
    mail: mail.port,
    sandboxBank: gateway.bank && {
      bank: gateway.bank,
      origin: undefined,
      languageOf: (transactionId) => languageOfMandate(base.db, transactionId),
    },
    breakers,
    sandbox: simulator !== undefined || config.mail.provider === 'sandbox',
    close: async () => void (await Promise.all([mail.close(), simulator?.close()])),
  }
}

/** What providers are created with; the list of breakers grows with each provider that has one. */
export function providerDeps(
  base: SandboxDeps & { log: Log; observe: Observe },
): ProviderDeps & { breakers: Breaker[] } {
  const breakers: Breaker[] = []
  return {
    ...base,
    breakers,
    breaker(provider) {
      const breaker = createBreaker({ provider, log: base.log })
      breakers.push(breaker)
      return breaker
    },
    simulators: {
      ...createOutbox(base),
      createStore: (kind, schema) => createKeyValueStore(base, kind, schema),
      callLater: createCallLater(base),
    },
  }
}
