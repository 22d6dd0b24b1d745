import { debitPeriod } from '#contract/dates.ts'
import {
  maskAccount,
  mandateTokenResponse,
  newConsumerId,
  newTransactionId,
  type BankDetails,
  type Checkout,
  type MandateTokenRequest,
} from '#contract/schemas/mandates.ts'
import { gatewayMessages } from '#contract/messages/mandates.ts'
import { api } from '#contract/paths.ts'
import { postForJson, type Failure } from '#web/lib/api.ts'
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
