import { sandbox } from '#contract/paths.ts'
import type { Config } from '#server/config/config.ts'
import { guardCalls, outcomeOf, type Provider, type ProviderDeps } from '#server/providers/provider.ts'
import { startSimulator } from '#server/providers/simulator-server.ts'
import type { Merchant } from './checkout-config.ts'
import { createPaynimo } from './paynimo.ts'
import type { Asked, Ended, GatewayHosts, GatewayPort } from './port.ts'
import { GATEWAY_SIMULATOR, gatewaySimulator } from './simulator-status-query.ts'
import { createBankPages } from './simulator-pages.ts'
import { simulatorMandate } from './simulator-store.ts'
import { createBank } from './simulator.ts'

type GatewayConfig = Pick<Config, 'mandate' | 'agency' | 'publicUrl'>
/** The simulator's bank: what its window and the sandbox's page show. */
type SimulatedBank = ReturnType<typeof createBank> & { pages: ReturnType<typeof createBankPages> }
type GatewayProvider = Provider<GatewayPort> & { bank?: SimulatedBank }

/** Where the real gateway's server answers. */
export const ENQUIRIES = '/api/paynimoV2.req'

/** The mandate gateway that the settings name. */
export function createGateway(config: GatewayConfig, deps: ProviderDeps): GatewayProvider {
  const { gateway } = config.mandate
  if (gateway.provider === 'sandbox') return createSimulated(config, deps)
  const { url, merchant } = gateway
  const { clock, log } = deps
  const enquiryUrl = url + ENQUIRIES
  const scriptFolder = `${url}/paynimocheckout/`
  const hosts = hostsOf(url, scriptFolder)
  return {
    open: () => withBreaker(createPaynimo({ merchant, enquiryUrl, scriptFolder, hosts, clock, log }), deps),
  }
}

/** The gateway alone, for a command that asks it something and ends; its simulator comes along in the sandbox. */
export async function openGateway(
  config: GatewayConfig,
  deps: ProviderDeps,
): Promise<{ gateway: GatewayPort; close(): Promise<void> }> {
  const provider = createGateway(config, deps)
  const simulator = provider.simulator && (await startSimulator([provider.simulator]))
  return { gateway: provider.open(simulator?.url ?? ''), close: async () => simulator?.close() }
}

/** Its script and its bank's window are our own site's; only what servers say goes to the simulators' own server. */
function createSimulated(config: GatewayConfig, deps: ProviderDeps): GatewayProvider {
  const { clock, log, cipher, simulators } = deps
  log.info('sandbox: bank mandates are set up with an invented bank, and no money moves')
  // Nobody outside can sign for this bank, and all processes of this database sign alike.
  const merchant: Merchant = {
    ...{ id: 'T000001', scheme: 'first' },
    salt: cipher.index('sandbox.gateway', 'salt'),
  }
  const store = simulators.createStore('mandate', simulatorMandate)
  const pages = createBankPages({ payee: config.agency.name, publicUrl: config.publicUrl })
  return {
    bank: { ...createBank({ store, merchant, clock, callLater: simulators.callLater }), pages },
    simulator: (app) => gatewaySimulator(app, { store, merchant, clock }),
    open(url) {
      const enquiryUrl = url + GATEWAY_SIMULATOR
      const scriptFolder = `${sandbox.gateway}paynimocheckout/`
      const options = { merchant, enquiryUrl, scriptFolder, hosts: ownHosts, clock, log }
      return withBreaker(createPaynimo(options), deps)
    },
  }
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
