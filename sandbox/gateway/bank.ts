import { todayInIndia } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { Clock, Entries } from '#sandbox/store.ts'
import {
  type BankDecision,
  codes,
  decided,
  isOpen,
  isPending,
  isUndecided,
  type Mandate,
  type Merchant,
  opened,
  responseString,
  scriptAnswer,
} from './mandate.ts'
import { checkOrder, sameHash } from './order-checks.ts'

export interface BankOptions {
  mandates: Entries<Mandate>
  merchant: Merchant
  clock: Clock
  /** The product's callback address, once it is known. */
  callbackUrl(): string | undefined
  /** Milliseconds until the callback after an answer in the browser; the real gateway takes half an hour. */
  callAfterMs: number
}

interface Refused {
  ok: false
  problems: FieldError[]
}
type Opened = { ok: true; mandate: Mandate } | Refused
type Answered = { ok: true; answer: ReturnType<typeof scriptAnswer>; mandate: Mandate } | Refused

const CALL_LIMIT_MS = 10_000
/** Most callbacks until the product confirms one. The wait doubles before each. */
const CALLS = 10
/** Milliseconds until a failed immediate callback is repeated. */
const SETTLED_CALL_AFTER_MS = 5000
/** Mandates checked at start for outcomes that the product does not know. */
const LOOKED_THROUGH = 200

const duplicate = [{ field: 'txnId', message: 'txnId was used before' }]
const notOpened = [{ field: 'txnId', message: 'txnId is not open at the bank' }]

/** The gateway and bank, for browsers and for the product's callback. */
export function createBank(options: BankOptions) {
  const { mandates, merchant, clock, callAfterMs } = options
  const today = () => todayInIndia(clock.now())
  const { callLater, ...caller } = createCaller(options)

  /** Registers an order when the bank's page opens. An undecided or failed order may be shown again. */
  async function open(config: unknown, language: Language = 'en'): Promise<Opened> {
    const checked = checkOrder(config, merchant, today())
    if (!checked.ok) return checked
    const { order } = checked
    return mandates.change<Opened>(order.transactionId, (known) => {
      if (known && !(sameHash(order.token, known.token) && isOpen(known)))
        return { result: { ok: false, problems: duplicate } }
      const mandate = known
        ? { ...known, returnUrl: order.returnUrl }
        : opened(order, { openedAt: clock.now(), date: today(), language })
      return { keep: mandate, result: { ok: true, mandate } }
    })
  }

  /** Decides an open order. A second decision, such as of a double click, changes nothing. */
  async function decide(
    { transactionId, token }: { transactionId: string; token: string },
    decision: BankDecision,
  ): Promise<Answered> {
    const answered = await mandates.change<Answered>(transactionId, (known) => {
      if (!known || !sameHash(token, known.token)) return { result: { ok: false, problems: notOpened } }
      // An abort does not undo a decision. Other decisions may follow a failure, because the panel tries the same order
      // again.
      const isTaken = decision === codes.aborted ? isUndecided(known) : isOpen(known)
      const mandate = isTaken ? decided(known, decision, clock.now()) : known
      const answer = scriptAnswer(mandate, merchant.id, merchant.salt)
      return { ...(isTaken ? { keep: mandate } : {}), result: { ok: true, answer, mandate } }
    })
    if (answered.ok) callLater(transactionId, callAfterMs)
    return answered
  }

  return {
    open,
    decide,
    /** Opens and decides an order without a window. */
    async authorise(config: unknown, decision: BankDecision): Promise<Answered> {
      const shown = await open(config)
      return shown.ok ? decide(shown.mandate, decision) : shown
    },
    /** Aborts an order whose window was closed, unless it is already decided. */
    async abandon(config: unknown): Promise<Answered> {
      const checked = checkOrder(config, merchant, today())
      if (!checked.ok) return checked
      await open(config)
      return decide(checked.order, codes.aborted)
    },
    /** Decides a pending order and calls the product at once. `untold`: that call failed and will be repeated. */
    async settle(transactionId: string, status: 'Success' | 'Failed') {
      const decision = status === 'Success' ? codes.success : codes.refused
      const settled = await mandates.change<'settled' | 'unknown' | 'alreadyFinal'>(
        transactionId,
        (known) => {
          if (!known) return { result: 'unknown' }
          if (known.status === decision) return { keep: { ...known, told: '' }, result: 'settled' }
          if (!isPending(known)) return { result: 'alreadyFinal' }
          return { keep: decided(known, decision, clock.now()), result: 'settled' }
        },
      )
      if (settled !== 'settled' || (await caller.callProduct(transactionId)) === undefined) return settled
      callLater(transactionId, SETTLED_CALL_AFTER_MS)
      return 'untold'
    },
    list: (limit?: number) => mandates.list({ limit }),
    ...caller,
  }
}
export type Bank = ReturnType<typeof createBank>

function createCaller({ mandates, merchant, callbackUrl, callAfterMs }: BankOptions) {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  /** Calls the product like the gateway's server. Returns the failure, or undefined if nothing is left to report. */
  async function callProduct(transactionId: string): Promise<string | undefined> {
    const mandate = await mandates.read(transactionId)
    if (!mandate || isUndecided(mandate) || mandate.told === mandate.status) return undefined
    const url = callbackUrl()
    if (url === undefined) return 'not listening yet'
    const receipt = await get(`${url}?msg=${encodeURIComponent(responseString(mandate, merchant.salt))}`)
    const id = mandate.status === codes.aborted ? `E${mandate.gatewayId}` : mandate.gatewayId
    if (receipt !== `${transactionId}|${id}|1`) return receipt === undefined ? 'no answer' : 'no receipt'
    await mandates.change(transactionId, (known) => {
      return { ...(known ? { keep: { ...known, told: mandate.status } } : {}), result: undefined }
    })
    return undefined
  }

  function callLater(transactionId: string, waitMs: number, call = 1): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void callProduct(transactionId)
        .catch(() => 'its store fails')
        .then((failure) => {
          if (failure !== undefined && call < CALLS) callLater(transactionId, waitMs * 2, call + 1)
        })
    }, waitMs)
    timers.add(timer.unref())
  }

  return {
    callProduct,
    callLater,
    /** Calls the product about outcomes that an earlier process did not report. */
    async resume(): Promise<void> {
      for (const mandate of await mandates.list({ limit: LOOKED_THROUGH }))
        if (!isUndecided(mandate) && mandate.told !== mandate.status)
          callLater(mandate.transactionId, callAfterMs)
    },
    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function get(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_LIMIT_MS), redirect: 'error' })
    return (await response.text()).trim()
  } catch {
    return undefined
  }
}
