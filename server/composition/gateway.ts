import type { Config } from '#server/config/config.ts'
import { createCallLater } from '#server/features/sandbox/bank-jobs.ts'
import type { Bank } from '#server/features/sandbox/bank-service.ts'
import { createKeyValueStore, type SandboxDeps } from '#server/features/sandbox/service.ts'
import { sandbox } from '#contract/paths.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type SimulatorRoutes, startSimulator } from '#server/providers/simulator-server.ts'
import type { Merchant } from '#server/providers/gateway/checkout-config.ts'
import { createPaynimo } from '#server/providers/gateway/paynimo.ts'
import type { GatewayHosts, GatewayPort } from '#server/providers/gateway/port.ts'
import { simulatorMandate } from '#server/providers/gateway/simulator-store.ts'
import { GATEWAY_STAND_IN, gatewaySimulator } from '#server/providers/gateway/simulator-enquiry.ts'
import { createBankPages } from '#server/providers/gateway/simulator-pages.ts'
import { createBank } from '#server/providers/gateway/simulator.ts'

interface GatewayPlan {
  /** The simulator's own listeners, while it is the gateway. */
  bank?: Bank
  simulator?: SimulatorRoutes
  open(simulatorUrl: string): GatewayPort
}

/** Where the real gateway's server answers. */
export const ENQUIRIES = '/api/paynimoV2.req'

/** How the mandate gateway is opened, as the settings name it. */
export function planGateway(config: Config, deps: SandboxDeps & { log: Log }): GatewayPlan {
  const { gateway } = config.mandate
  const { clock, log } = deps
  if (gateway.provider === 'sandbox') return planSimulator(config, deps)
  const { url, merchant } = gateway
  const enquiryUrl = url + ENQUIRIES
  const scriptFolder = `${url}/paynimocheckout/`
  return {
    open: () =>
      createPaynimo({ merchant, enquiryUrl, scriptFolder, hosts: hostsOf(url, scriptFolder), clock, log }),
  }
}

/** The gateway by itself, for whoever asks it something and ends; its simulator comes along while that is the sandbox's. */
export async function createGateway(
  config: Config,
  deps: SandboxDeps & { log: Log },
): Promise<{ gateway: GatewayPort; close(): Promise<void> }> {
  const plan = planGateway(config, deps)
  const simulator = plan.simulator && (await startSimulator([plan.simulator]))
  const gateway = plan.open(simulator?.url ?? '')
  return {
    gateway,
    async close() {
      gateway.close()
      await simulator?.close()
    },
  }
}

/** Its script and its bank's window are our own site's; only what servers say goes to the simulators' own server. */
function planSimulator(config: Config, deps: SandboxDeps & { log: Log }): GatewayPlan {
  const { clock, log, cipher } = deps
  log.info('sandbox: bank mandates are set up with an invented bank, and no money moves')
  // Nobody outside can sign for this bank, and all processes of this database sign alike.
  const salt = cipher.index('sandbox.gateway', 'salt')
  const merchant: Merchant = { id: 'T000001', salt, scheme: 'first' }
  const books = createKeyValueStore(deps, 'mandate', simulatorMandate)
  const pages = createBankPages({ payee: config.agency.name, publicUrl: config.publicUrl })
  return {
    bank: { ...createBank({ books, merchant, clock, callLater: createCallLater(deps) }), pages },
    simulator: (app) => gatewaySimulator(app, { books, merchant, clock }),
    open: (url) =>
      createPaynimo({
        merchant,
        enquiryUrl: url + GATEWAY_STAND_IN,
        scriptFolder: `${sandbox.gateway}paynimocheckout/`,
        hosts: ownHosts,
        clock,
        log,
      }),
  }
}

const ownHosts: GatewayHosts = {
  ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
  strict: true,
  policies: ['sandbox-gateway'],
}

/**
 * The real script draws its own panel into the page from files beside it (wires 1.1), and sends the browser on to
 * whatever bank was chosen: its form's address comes with the answer, and a browser asks again at each redirect.
 */
function hostsOf(url: string, folder: string): GatewayHosts {
  const beside = `${folder}server/`
  return {
    script: [`${folder}client/lib/jquery.min.js`, `${beside}lib/`],
    connect: [`${url}/api/`, `${beside}json/`],
    frame: [`${beside}others/`],
    style: [`${beside}css/`],
    // Where its style sheets find their pictures and letters is not written down anywhere.
    image: [beside, `${url}/CompanyDocs/company-logo-md.png`],
    font: [beside],
    form: ['https:'],
    strict: false,
    policies: [],
  }
}
