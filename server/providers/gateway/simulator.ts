import { todayInIndia } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import type { KeyValueStore } from '#server/platform/key-value-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Merchant, sameHash } from './checkout-config.ts'
import { codes } from './status-codes.ts'
import { responseString, scriptAnswer } from './simulator-answer.ts'
import {
  type BankDecision,
  decided,
  isOpen,
  isPending,
  isUndecided,
  opened,
  type SimulatorMandate,
} from './simulator-store.ts'
import { checkOrder } from './simulator-order-checks.ts'

export interface GatewaySimulator {
  store: KeyValueStore<SimulatorMandate>
  merchant: Merchant
  clock: Clock
  /** Has `callBack` called for a transaction in so many milliseconds, and again until it succeeds. */
  callLater(transactionId: string, delayMs: number): Promise<void>
}

/** Whether the bank's page may be shown for a configuration; `problems` is the gateway's list of what is wrong. */
export type BankOpened = { ok: true; mandate: SimulatorMandate } | { ok: false; problems: FieldError[] }
export type ScriptAnswer = ReturnType<typeof scriptAnswer>
export type Answered =
  { ok: true; answer: ScriptAnswer; mandate: SimulatorMandate } | { ok: false; problems: FieldError[] }
export type Settled = 'settled' | 'unknown' | 'already_final'

/** Milliseconds until the product's server is called about an answer that reached no browser; the real gateway takes half an hour. */
const CALLBACK_AFTER_MS = 30_000
/** The safety net of a call that is made at once: it is made again if the process ends before it. */
const SETTLED_CALLBACK_AFTER_MS = 5_000
const CALLBACK_LIMIT_MS = 10_000

const duplicate = [{ field: 'txnId', message: 'txnId was used before' }]
const notOpened = [{ field: 'txnId', message: 'txnId is not open at the bank' }]

/** The gateway with the bank behind it, as far as a browser and its store go. */
export function createBank(deps: GatewaySimulator) {
  return {
    open: (config: unknown) => open(deps, config),
    decide: (order: { transactionId: string; token: string }, decision: BankDecision) =>
      decide(deps, order, decision),
    settle: (transactionId: string, status: 'Success' | 'Failed') => settle(deps, transactionId, status),
    /** What the bank's window does, without one. */
    async authorise(config: unknown, decision: BankDecision): Promise<Answered> {
      const shown = await open(deps, config)
      return shown.ok ? decide(deps, shown.mandate, decision) : shown
    },
    /** The window was closed: an abort, unless the bank has spoken already. */
    async abandon(config: unknown): Promise<Answered> {
      const checked = checkOrder(config, deps.merchant, today(deps))
      if (!checked.ok) return checked
      await open(deps, config)
      return decide(deps, checked.order, codes.aborted)
    },
    list: () => deps.store.list(),
    callBack: (transactionId: string, url: string) => callBack(deps, transactionId, url),
  }
}
export type Bank = ReturnType<typeof createBank>

function today({ clock }: GatewaySimulator): string {
  return todayInIndia(clock.now())
}

/** Registers an order as the bank's page opens; the same order may be shown again until the bank has taken it up. */
async function open(deps: GatewaySimulator, config: unknown): Promise<BankOpened> {
  const checked = checkOrder(config, deps.merchant, today(deps))
  if (!checked.ok) return checked
  const { order } = checked
  return deps.store.change<BankOpened>(order.transactionId, (page) => {
    if (!page) {
      const mandate = opened(order, deps.clock.now(), today(deps))
      return { keep: mandate, result: { ok: true, mandate } }
    }
    const same = sameHash(order.token, page.token) && isOpen(page)
    if (!same) return { result: { ok: false, problems: duplicate } }
    const mandate = { ...page, returnUrl: order.returnUrl }
    return { keep: mandate, result: { ok: true, mandate } }
  })
}

/** The bank's word on an open order; a second word, such as of a second click, changes nothing. */
async function decide(
  deps: GatewaySimulator,
  { transactionId, token }: { transactionId: string; token: string },
  decision: BankDecision,
): Promise<Answered> {
  const { id, salt } = deps.merchant
  // Booked first: a call that finds nothing to tell is harmless, one that is missing is not.
  if (decision !== 'none') await deps.callLater(transactionId, CALLBACK_AFTER_MS)
  return deps.store.change<Answered>(transactionId, (page) => {
    if (!page || !sameHash(token, page.token)) return { result: { ok: false, problems: notOpened } }
    // An abort undoes nothing; any other word may follow one that failed, for the panel tries the same order again.
    const isTaken = decision === codes.aborted ? isUndecided(page) : isOpen(page)
    const mandate = isTaken ? decided(page, decision, deps.clock.now()) : page
    const answer = scriptAnswer(mandate, id, salt)
    return { ...(mandate === page ? {} : { keep: mandate }), result: { ok: true, answer, mandate } }
  })
}

/** The bank decides without anybody's browser, later than it was asked. */
async function settle(
  deps: GatewaySimulator,
  transactionId: string,
  status: 'Success' | 'Failed',
): Promise<Settled> {
  const decision = status === 'Success' ? codes.success : codes.refused
  await deps.callLater(transactionId, SETTLED_CALLBACK_AFTER_MS)
  return deps.store.change<Settled>(transactionId, (page) => {
    if (!page) return { result: 'unknown' }
    if (page.status === decision) return { keep: { ...page, told: '' }, result: 'settled' }
    if (!isPending(page)) return { result: 'already_final' }
    return { keep: decided(page, decision, deps.clock.now()), result: 'settled' }
  })
}

/** Calls the product as the gateway's server does; undefined when nothing is left to tell, else what went wrong. */
async function callBack(
  { store, merchant }: GatewaySimulator,
  transactionId: string,
  url: string,
): Promise<string | undefined> {
  const mandate = await store.read(transactionId)
  if (!mandate || isUndecided(mandate) || mandate.told === mandate.status) return undefined
  const message = responseString(mandate, merchant.salt)
  const receipt = await get(`${url}?msg=${encodeURIComponent(message)}`)
  const id = mandate.status === codes.aborted ? `E${mandate.gatewayId}` : mandate.gatewayId
  if (receipt !== `${transactionId}|${id}|1`) return receipt === undefined ? 'no answer' : 'no receipt'
  await store.change(transactionId, (page) => {
    return { ...(page ? { keep: { ...page, told: mandate.status } } : {}), result: undefined }
  })
  return undefined
}

async function get(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALLBACK_LIMIT_MS), redirect: 'error' })
    return (await response.text()).trim()
  } catch {
    return undefined
  }
}
