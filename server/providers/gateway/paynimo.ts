import { todayInIndia } from '#contract/dates.ts'
import { sandbox } from '#contract/paths.ts'
import { newTransactionId } from '#contract/schemas/mandates.ts'
import * as z from 'zod'
import { isOrigin } from '#server/platform/setting-kinds.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import {
  CHECK_TIMEOUT_MS,
  failureInWords,
  hostIn,
  type LiveCheck,
  type Vendor,
} from '#server/providers/vendor.ts'
import { checkoutConfig, codes, type Merchant, readResponse, splitFields } from './signed-messages.ts'
import { createEnquiries, type Question, isUnknown, verdict } from './status-query.ts'
import type { Asked, GatewayAnswer, GatewayHosts, GatewayPort } from './port.ts'

export interface PaynimoAccount {
  /** Origin of the vendor, or of the sandbox's gateway as this server reaches it. */
  url: string
  merchant: Merchant
  /** Whether this site serves the gateway's script and bank page, as in the sandbox. */
  isOwnSite?: boolean
}

/** Milliseconds for one status query with all its calls. */
const TIMEOUT_MS = 15_000
const DAY_MS = 24 * 60 * 60 * 1000
/** Path of the gateway's status API. */
const ENQUIRIES = '/api/paynimoV2.req'

export function createPaynimo(
  { url, merchant, isOwnSite = false }: PaynimoAccount,
  { clock, log, timeoutMs = TIMEOUT_MS }: { clock: Clock; log: Log; timeoutMs?: number },
): GatewayPort {
  const scriptFolder = `${isOwnSite ? sandbox.gateway : `${url}/`}paynimocheckout/`
  const enquiries = createEnquiries({ url: url + ENQUIRIES, merchantId: merchant.id, log })

  return {
    hosts: isOwnSite ? ownHosts : hostsOf(url, scriptFolder),
    checkout(order) {
      const { token, config } = checkoutConfig(merchant, order)
      const library = `${scriptFolder}client/lib/jquery.min.js`
      return { token, checkout: { library, script: `${scriptFolder}server/lib/checkout.js`, config } }
    },
    readAnswer: (message) => readResponse(message, merchant),
    receipt,
    async ask(order) {
      const until = performance.now() + timeoutMs
      const today = todayInIndia(clock.now())
      let last: Asked = { ok: false, failure: 'timeout' }
      for (const date of likelyDays(order.date, today)) {
        const left = Math.max(1, Math.round(until - performance.now()))
        const told = await askOnce(enquiries, { ...order, date }, left)
        last = told.asked
        if (!told.askAnotherDay) break
      }
      return last
    },
    async end({ mandateRegNo }) {
      const transactionId = newTransactionId(clock.now())
      const told = await enquiries.end({ transactionId, mandateRegNo }, timeoutMs)
      return told.ok ? { ok: true, ended: told.reply.code === codes.success } : told
    },
  }
}

/** Returns the order's day, the next (a bank page can be open past midnight) and the day before (clocks differ). */
function likelyDays(date: string, today: string): string[] {
  const daysOn = (days: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
  return [date, ...[daysOn(1), daysOn(-1)].filter((day) => day <= today)]
}

async function askOnce(
  enquiries: ReturnType<typeof createEnquiries>,
  question: Question,
  limitMs: number,
): Promise<{ asked: Asked; askAnotherDay: boolean }> {
  const [payment, mandate] = await Promise.all([
    enquiries.payment(question, limitMs),
    enquiries.mandate(question, limitMs),
  ])
  if (!payment.ok || !mandate.ok) {
    const failures = [payment, mandate].flatMap((one) => (one.ok ? [] : [one.failure]))
    // An outage decides, whatever the other call returned.
    const failure = failures.find((one) => one !== 'unreadable') ?? 'unreadable'
    return { asked: { ok: false, failure }, askAnotherDay: false }
  }
  const told = { payment: payment.reply, mandate: mandate.reply }
  return {
    asked: { ok: true, answer: verdict(question.transactionId, told) },
    askAnotherDay: isUnknown(told),
  }
}

/** Builds the reply to the gateway's callback: its two ids, and whether the hash was right. */
function receipt(answer: GatewayAnswer | undefined, message: string): string {
  const fields = splitFields(message) ?? []
  // Only ids of an unverified message are repeated.
  const [reference, gatewayId] = [fields[3], fields[5]].map((id = '') => (/^[\w-]{1,40}$/.test(id) ? id : ''))
  return `${reference}|${gatewayId}|${answer ? 1 : 0}`
}

const ownHosts: GatewayHosts = {
  ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
  strict: true,
  policies: ['sandbox-gateway'],
}

/**
 * The real script draws its panel into the page from files beside it, and sends the browser to the chosen bank. The
 * form's address comes with the answer, and a browser checks the policy again at every redirect.
 */
function hostsOf(url: string, folder: string): GatewayHosts {
  const beside = `${folder}server/`
  return {
    script: [`${folder}client/lib/jquery.min.js`, `${beside}lib/`],
    connect: [`${url}/api/`, `${beside}json/`],
    frame: [`${beside}others/`],
    style: [`${beside}css/`],
    // The vendor does not document where its style sheets load pictures and fonts from.
    image: [beside, `${url}/CompanyDocs/company-logo-md.png`],
    font: [beside],
    form: ['https:'],
    strict: false,
    policies: [],
  }
}

/** The gateway joins values with bars before it hashes them. */
const gatewayWord = z
  .string()
  .regex(/^[\x21-\x7b\x7d\x7e]{1,100}$/, 'must be one word without spaces and bars, as the gateway gave it')

const settings = {
  PAYNIMO_URL: {
    default: 'https://www.paynimo.com',
    meaning: "the gateway's origin: its script, its bank window and its status queries",
    schema: z.string().refine(isOrigin, 'must be an origin such as https://www.paynimo.com, without a path'),
  },
  PAYNIMO_MERCHANT_ID: {
    default: 'none',
    meaning:
      'the merchant code: `L…`, or `T…` for trials; required with MANDATE_PROVIDER=paynimo, as are the next two',
    schema: gatewayWord.optional(),
  },
  PAYNIMO_SALT: {
    default: 'none',
    meaning: 'the salt of that code; requests and answers are hashed with it',
    schema: gatewayWord.optional(),
  },
  PAYNIMO_SCHEME: {
    default: 'none',
    meaning: 'the scheme code that the test rupee is charged under',
    schema: gatewayWord.optional(),
  },
} as const

export const paynimo = {
  name: 'paynimo',
  settings,
  needed: {
    PAYNIMO_MERCHANT_ID: 'the merchant code Paynimo gave',
    PAYNIMO_SALT: 'the salt of that code',
    PAYNIMO_SCHEME: 'the scheme code Paynimo gave',
  },
  secrets: ['PAYNIMO_SALT'],
  address: 'PAYNIMO_URL',
  account(values) {
    const { PAYNIMO_MERCHANT_ID: id = '', PAYNIMO_SALT: salt = '', PAYNIMO_SCHEME: scheme = '' } = values
    const url = values.PAYNIMO_URL.replace(/\/$/, '')
    return { provider: 'paynimo' as const, url, merchant: { id, salt, scheme } }
  },
} satisfies Vendor<unknown, typeof settings>

export function paynimoLive(
  { url, merchant }: { url: string; merchant: Merchant },
  { now, log }: { now: number; log: Log },
): LiveCheck {
  const { payment } = createEnquiries({ url: url + ENQUIRIES, merchantId: merchant.id, log })
  return {
    what: 'gateway',
    question: `${hostIn(url)} about a transaction that cannot exist`,
    todo: 'check PAYNIMO_URL and PAYNIMO_MERCHANT_ID, and ask Worldline whether this machine’s address is allowed',
    async work() {
      const query = { transactionId: '0'.repeat(13), consumerId: '', date: todayInIndia(now) }
      const asked = await payment(query, CHECK_TIMEOUT_MS)
      if (!asked.ok) throw new Error(failureInWords(asked.failure))
      const { code } = asked.reply
      if (code !== codes.notFound)
        throw new Error(`${code || 'no status'} instead of ${codes.notFound}, «not found»`)
      return {
        answer: `${codes.notFound}, «not found»: host and merchant code are known; this does not prove the salt`,
        todo: 'prove the salt by a first attempt with the test code (T…)',
      }
    },
  }
}
