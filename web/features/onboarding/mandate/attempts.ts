import * as z from 'zod/mini'
import { debitPeriod } from '#contract/dates.ts'
import {
  type BankDetails,
  type Checkout,
  type MandateTokenRequest,
  mandateTokenResponse,
  maskAccount,
  newConsumerId,
  newTransactionId,
} from '#contract/schemas/mandates.ts'
import { gatewayMessages } from '#contract/messages/mandates.ts'
import { api } from '#contract/paths.ts'
import { type Failure, postForJson } from '#web/lib/api.ts'
import { loadCheckout } from './gateway/checkout-script.ts'
import { openRecord } from '#web/features/onboarding/links/open-record.ts'

/** One try to set up a mandate: what was asked for. The account's number is masked where the page does not know it any more. */
export type Order = Pick<
  MandateTokenRequest,
  | 'consumerId'
  | 'transactionId'
  | 'accountName'
  | 'accountNo'
  | 'ifscCode'
  | 'maxAmount'
  | 'debitStartDate'
  | 'debitEndDate'
>

/** A try that is ready to be shown to the bank: it has its token, and the gateway's script is in the page. */
export interface Attempt {
  order: Order
  checkout: Checkout
}

/** What a try is made for. */
export interface Terms {
  details: BankDetails
  maxAmount: string
  /** The record whose failed mandate it is to mend. */
  recordId?: string | undefined
  /** What the server is to keep of the page, where the browser keeps nothing. */
  typed?: Record<string, string> | undefined
  /** Said when the server gives no token and no reason. */
  fallback: string
}

export type Prepared = { ok: true; attempt: Attempt } | Failure

/** The server may ask the gateway about earlier tries first. */
const TOKEN_TIMEOUT_MS = 30_000

/** A fresh transaction with its token, and the gateway's script to show it with. */
export async function prepareAttempt(terms: Terms): Promise<Prepared> {
  const order = newOrder(terms)
  const answer = await askForToken(terms, order)
  if (!answer.ok) return answer
  const { checkout } = answer.body
  try {
    await loadCheckout(checkout)
  } catch {
    const cause = { reason: 'unreachable' } as const
    return { ok: false, message: gatewayMessages.unavailable, errors: [], cause }
  }
  return { ok: true, attempt: { order, checkout } }
}

/** The server remembers for half an hour that a record was opened; after that the page of the record opens it again. */
async function askForToken({ recordId: id, typed, fallback }: Terms, request: MandateTokenRequest) {
  const ask = () =>
    postForJson({
      url: api.generateMandateToken,
      body: { ...request, id, typed } satisfies MandateTokenRequest,
      schema: mandateTokenResponse,
      fallback,
      timeoutMs: TOKEN_TIMEOUT_MS,
    })
  const answer = await ask()
  if (answer.ok || id === undefined || answer.cause.code !== 'unverified') return answer
  const opened = await openRecord(id)
  if (opened.is === 'open') return ask()
  return 'message' in opened ? { ...answer, message: opened.message } : answer
}

function newOrder({ details, maxAmount }: Terms): Order {
  const { start, end } = debitPeriod()
  return {
    ...details,
    maxAmount,
    consumerId: newConsumerId(),
    transactionId: newTransactionId(),
    debitStartDate: start,
    debitEndDate: end,
  }
}

/** The same as it may be kept in the browser. */
export function withoutAccount(order: Order): Order {
  return { ...order, accountNo: maskAccount(order.accountNo) }
}

/** Milliseconds for which a token is used that waits for its click; the day of a mandate may change meanwhile. */
const FRESH_MS = 10 * 60_000

interface Held {
  key: string
  begun: number
  coming: Promise<Prepared>
  /** Once it has come. */
  attempt?: Attempt
}

export type ReadyAttempt = ReturnType<typeof createReadyAttempt>

/**
 * Gets a token and the gateway's script before the click that needs them: a browser blocks a window that is opened later
 * than its click. What is taken is gone: each window has a transaction of its own.
 */
export function createReadyAttempt(prepare = prepareAttempt, now = Date.now) {
  let held: Held | undefined

  function heldFor(terms: Terms): Held | undefined {
    return held?.key === keyOf(terms) && now() - held.begun < FRESH_MS ? held : undefined
  }
  function begin(terms: Terms): Held {
    const begun: Held = { key: keyOf(terms), begun: now(), coming: prepare(terms) }
    held = begun
    void begun.coming.then((prepared) => {
      if (prepared.ok) begun.attempt = prepared.attempt
      else if (held === begun) held = undefined
    })
    return begun
  }

  return {
    /** Begins unless it is on its way, or here, for these terms. Answers once it is here, or failed. */
    get: (terms: Terms): Promise<Prepared> => (heldFor(terms) ?? begin(terms)).coming,
    /** What is here for these terms, for the one use it has; nothing while it is on its way. */
    take(terms: Terms): Attempt | undefined {
      const attempt = heldFor(terms)?.attempt
      if (attempt) held = undefined
      return attempt
    },
    /** No window is to be opened any more. */
    drop() {
      held = undefined
    },
    has: (terms: Terms): boolean => heldFor(terms)?.attempt !== undefined,
  }
}

function keyOf({ details, maxAmount, recordId = '' }: Terms): string {
  const { accountName, accountNo, ifscCode } = details
  return JSON.stringify([accountName, accountNo, ifscCode, maxAmount, recordId])
}

const KEY = 'open-mandate'

const noteSchema = z.object({
  /** The page that opened the bank's window. */
  page: z.string(),
  order: z.object({
    consumerId: z.string(),
    transactionId: z.string(),
    accountName: z.string(),
    accountNo: z.string(),
    ifscCode: z.string(),
    maxAmount: z.string(),
    debitStartDate: z.string(),
    debitEndDate: z.string(),
  }),
})

/** The try whose bank page was opened from this page in this tab and has not ended yet; its account is masked. */
export function readOpenAttempt(): Order | undefined {
  try {
    const { page, order } = noteSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    return page === location.pathname ? order : undefined
  } catch {
    return undefined
  }
}

/** Keeps it over a refresh, or while this tab itself shows the bank; without storage the server alone remembers it. */
export function keepOpenAttempt(order: Order): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page: location.pathname, order: withoutAccount(order) }))
  } catch {
    // Then a refresh begins with what the server knows.
  }
}

export function forgetOpenAttempt(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is none where none can be kept.
  }
}
