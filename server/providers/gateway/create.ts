import { sandbox } from '#contract/paths.ts'
import { rupees } from '#server/config/setting-kinds.ts'
import { settingsOf } from '#server/providers/vendor.ts'
import { guardCalls, outcomeOf, type ProviderDeps } from '#server/providers/provider.ts'
import type { Merchant } from './checkout-config.ts'
import { createPaynimo, ENQUIRIES, paynimo } from './paynimo.ts'
import type { Asked, Ended, GatewayHosts, GatewayPort } from './port.ts'

export const gatewayKind = { choice: 'MANDATE_PROVIDER', vendors: [paynimo] } as const

export const gatewaySettings = {
  ...settingsOf(gatewayKind, 'sets up real bank mandates'),
  MANDATE_MAX_AMOUNT: {
    default: '5000',
    meaning: 'rupees that a mandate allows at most',
    schema: rupees,
  },
} as const

interface GatewayAccount {
  /** Origin of the vendor, or where the sandbox's gateway answers this server. */
  url: string
  merchant: Merchant
  /** Whether the gateway's script and the bank's window come from this site, as the sandbox's do. */
  isOwnSite?: boolean
}

/** The mandate gateway behind a circuit breaker and in the metrics. */
export function openGateway({ url, merchant, isOwnSite }: GatewayAccount, deps: ProviderDeps): GatewayPort {
  const { clock, log } = deps
  const scriptFolder = `${isOwnSite ? sandbox.gateway : `${url}/`}paynimocheckout/`
  const hosts = isOwnSite ? ownHosts : hostsOf(url, scriptFolder)
  return withBreaker(
    createPaynimo({ merchant, enquiryUrl: url + ENQUIRIES, scriptFolder, hosts, clock, log }),
    deps,
  )
}

/** The port behind a circuit breaker and in the metrics: only what its server is asked leaves this machine. */
export function withBreaker(port: GatewayPort, deps: Pick<ProviderDeps, 'observe' | 'breaker'>): GatewayPort {
  const call = guardCalls('gateway', deps, {
    // One reply that cannot be read says nothing of the next.
    outage: (answer: Asked | Ended) => !answer.ok && answer.failure !== 'unreadable',
    open: { ok: false, failure: 'circuit_open' },
    outcomeOf,
  })
  return {
    ...port,
    ask: (order) => call<Asked>('ask', () => port.ask(order)),
    end: (mandate) => call<Ended>('end', () => port.end(mandate)),
  }
}

const ownHosts: GatewayHosts = {
  ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
  strict: true,
  policies: ['sandbox-gateway'],
}

/**
 * The real script draws its own panel into the page from files beside it, and sends the browser on to
 * whatever bank was chosen: its form's address comes with the answer, and a browser asks again at each redirect.
 */
function hostsOf(url: string, folder: string): GatewayHosts {
  const beside = `${folder}server/`
  return {
    script: [`${folder}client/lib/jquery.min.js`, `${beside}lib/`],
    connect: [`${url}/api/`, `${beside}json/`],
    frame: [`${beside}others/`],
    style: [`${beside}css/`],
    // Where its style sheets find their pictures and fonts is not documented.
    image: [beside, `${url}/CompanyDocs/company-logo-md.png`],
    font: [beside],
    form: ['https:'],
    strict: false,
    policies: [],
  }
}
