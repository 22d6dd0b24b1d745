import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SUREPASS_FOLDER, surepass } from './aadhaar.ts'
import { createBank } from './gateway/bank.ts'
import { bankWindow } from './gateway/bank-page.ts'
import { mandateSchema } from './gateway/mandate.ts'
import { paynimoEnquiries } from './gateway/status-query.ts'
import { createServer } from './http.ts'
import { startMailServer } from './mail.ts'
import { createMessages } from './messages.ts'
import { bankApi, messagesApi, sandboxPage } from './page.ts'
import { MSG91_FOLDER, msg91, type RegisteredText } from './sms.ts'
import { type Clock, entriesOf, memoryStore, type SandboxStore } from './store.ts'

export interface SandboxOptions {
  publicUrl: string
  /** The payee of mandates. */
  payee: string
  /** The registered texts by id. */
  smsTexts: Readonly<Record<string, RegisteredText>>
  /** Whether the sandbox simulates the gateway too. */
  hasBank?: boolean
  /** Shared by all processes of one sandbox. By default everything ends with the process. */
  store?: SandboxStore
  /** The shared secret from which all processes derive the same keys. */
  secret?: string
  clock?: Clock
  /** Multiplies the vendors' limits. */
  limitScale?: number
  /** Milliseconds until the callback about a mandate. */
  callAfterMs?: number
}

/** Milliseconds between two codes to one number, the same as the product's own wait. */
const AADHAAR_WAIT_MS = 30_000
const AADHAAR_CALLS = 100
const CALL_PRODUCT_AFTER_MS = 30_000
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** The simulated vendors on loopback. Nothing leaves the machine. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

export async function startSandbox(options: SandboxOptions) {
  const { publicUrl, payee, clock = { now: Date.now }, limitScale = 1, hasBank = true } = options
  const deps = { store: options.store ?? memoryStore(clock), clock }
  const secret = options.secret ?? randomBytes(32).toString('hex')
  const keyFor = (what: string) => createHmac('sha256', secret).update(what).digest('hex')
  const accounts = {
    aadhaar: { token: keyFor('aadhaar') },
    sms: { authKey: keyFor('sms'), sender: 'AGENCY', entityId: '1101000000000000001' },
    gateway: { id: 'T000001', scheme: 'first', salt: keyFor('gateway') },
  }
  const messages = createMessages(deps)
  const mandates = entriesOf(deps, 'mandate', {
    schema: mandateSchema,
    lifeMs: YEAR_MS,
    about: ({ mandateRegNo }) => mandateRegNo,
  })
  let callbackUrl: string | undefined
  const bank = createBank({
    ...{ mandates, merchant: accounts.gateway, clock },
    callbackUrl: () => callbackUrl,
    callAfterMs: options.callAfterMs ?? CALL_PRODUCT_AFTER_MS,
  })

  const app = createServer()
  const waitMs = Math.floor(AADHAAR_WAIT_MS / limitScale / 1000) * 1000
  surepass(app, {
    ...{ ...deps, ...accounts.aadhaar, messages, waitMs, callsPerMinute: AADHAAR_CALLS * limitScale },
    host: new URL(publicUrl).host,
  })
  msg91(app, { account: accounts.sms, texts: options.smsTexts, messages })
  paynimoEnquiries(app, { mandates, merchant: accounts.gateway })
  messagesApi(app, messages)
  sandboxPage(app, { messages, bank: hasBank ? bank : undefined })
  if (hasBank) {
    bankApi(app, bank)
    bankWindow(app, { bank, payee, publicUrl })
  }
  const mail = await startMailServer(messages)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    /** Answers all paths that begin with /sandbox. */
    url,
    mail: { url: mail.url },
    aadhaar: { url: url + SUREPASS_FOLDER, ...accounts.aadhaar, resendAfterSeconds: waitMs / 1000 },
    sms: { url: url + MSG91_FOLDER, ...accounts.sms },
    gateway: { url, merchant: accounts.gateway },
    ...{ messages, bank, mandates },
    /** Sets the product's callback address and reports outcomes that an earlier process did not. */
    async callProductAt(address: string): Promise<void> {
      const isFirst = callbackUrl === undefined
      callbackUrl = address
      if (isFirst) await bank.resume()
    },
    async close(): Promise<void> {
      bank.close()
      await Promise.all([app.close(), mail.close()])
    },
  }
}
