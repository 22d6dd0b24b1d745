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
  /** Where the product is called about an outcome, once that is known. */
  callbackUrl(): string | undefined
  /** Milliseconds until it is called about an answer that its page may have brought; the real gateway takes half an hour. */
  callAfterMs: number
}

interface Refused {
  ok: false
  /** The gateway's list of what is wrong. */
  problems: FieldError[]
}
type Opened = { ok: true; mandate: Mandate } | Refused
type Answered = { ok: true; answer: ReturnType<typeof scriptAnswer>; mandate: Mandate } | Refused

const CALL_LIMIT_MS = 10_000
/** Calls until the product has received one, with twice the wait before each. */
const CALLS = 10
/** The safety net of a call that is made at once. */
const SETTLED_CALL_AFTER_MS = 5000
/** Mandates that are looked through at a start for outcomes that the product was not told. */
const LOOKED_THROUGH = 200

const duplicate = [{ field: 'txnId', message: 'txnId was used before' }]
const notOpened = [{ field: 'txnId', message: 'txnId is not open at the bank' }]

/** The gateway with the bank behind it, as far as a browser and the product's callback go. */
export function createBank(options: BankOptions) {
  const { mandates, merchant, clock, callAfterMs } = options
  const today = () => todayInIndia(clock.now())
  const { callLater, ...caller } = createCaller(options)

  /** Registers an order as the bank's page opens; the same order may be shown again until the bank has taken it up. */
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

  /** The bank's word on an open order; a second word, such as of a second click, changes nothing. */
  async function decide(
    { transactionId, token }: { transactionId: string; token: string },
    decision: BankDecision,
  ): Promise<Answered> {
    const answered = await mandates.change<Answered>(transactionId, (known) => {
      if (!known || !sameHash(token, known.token)) return { result: { ok: false, problems: notOpened } }
      // An abort undoes nothing; any other word may follow one that failed, for the panel tries the same order again.
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
    /** What the bank's window does, without one. */
    async authorise(config: unknown, decision: BankDecision): Promise<Answered> {
      const shown = await open(config)
      return shown.ok ? decide(shown.mandate, decision) : shown
    },
    /** The window was closed: an abort, unless the bank has spoken already. */
    async abandon(config: unknown): Promise<Answered> {
      const checked = checkOrder(config, merchant, today())
      if (!checked.ok) return checked
      await open(config)
      return decide(checked.order, codes.aborted)
    },
    /**
     * The bank decides without anybody's browser, later than it was asked, and the product is called at once, so that whoever
     * decides sees the effect; `untold` where that failed and is repeated.
     */
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

/** Calls of the gateway's server to the product's. */
function createCaller({ mandates, merchant, callbackUrl, callAfterMs }: BankOptions) {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  /** Calls the product as the gateway's server does; returns what went wrong, or undefined where nothing is left to tell. */
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
    /** Calls the product about what an earlier process did not tell it. */
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
