import * as z from 'zod/mini'
import { debitPeriod } from '#contract/dates.ts'
import {
  type BankDetails,
  type Checkout,
  type MandateStatus,
  mandateStatusResponse,
  type MandateTokenRequest,
  mandateTokenResponse,
  maskAccount,
  newConsumerId,
  newTransactionId,
} from '#contract/schemas/mandates.ts'
import { languageOf } from '#contract/messages/languages.ts'
import { gatewayMessages, waitingMessages } from '#messages/mandates.ts'
import { api } from '#contract/paths.ts'
import { type Failure, getJson, sendForJson } from '#web/lib/api.ts'
import { type Acceptance, acceptanceFromServer } from './gateway/bank-answer.ts'
import { loadCheckout } from './gateway/checkout.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'
import { openRecord } from '#web/features/onboarding/links/open-record.ts'

const orderSchema = z.object({
  consumerId: z.string(),
  transactionId: z.string(),
  accountName: z.string(),
  accountNo: z.string(),
  ifscCode: z.string(),
  maxAmount: z.string(),
  debitStartDate: z.string(),
  debitEndDate: z.string(),
})
/** What one attempt asks of the bank. The account's number is masked if the page no longer knows it. */
export type Order = z.infer<typeof orderSchema>

/** An attempt that can be shown to the bank: it has its token, and the gateway's script is loaded. */
export interface Attempt {
  order: Order
  checkout: Checkout
}

/** What an attempt is made for. */
export interface Terms {
  details: BankDetails
  maxAmount: string
  /** The record whose failed mandate it replaces. */
  recordId?: string | undefined
  /** What the server should keep of the page if the browser keeps nothing. */
  typed?: Record<string, string> | undefined
  /** Shown if the server gives no token and no reason. */
  fallback: string
}

export type Prepared = { ok: true; attempt: Attempt } | Failure

/** The server may ask the gateway about earlier attempts first. */
const TOKEN_TIMEOUT_MS = 30_000

/** Gets a new transaction with its token, and loads the gateway's script. */
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

/** The server remembers for half an hour that a record was opened; after that this opens it again. */
async function askForToken({ recordId: id, typed, fallback }: Terms, request: MandateTokenRequest) {
  const ask = () =>
    sendForJson({
      url: api.generateMandateToken,
      body: { ...request, id, typed } satisfies MandateTokenRequest,
      // The token is also in the object for the gateway's script.
      schema: z.pick(mandateTokenResponse, { checkout: true }),
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

function withoutAccount(order: Order): Order {
  return { ...order, accountNo: maskAccount(order.accountNo) }
}

const KEY = 'open-mandate'

const noteSchema = z.object({
  /** The page that opened the bank's window, in any language. */
  page: z.string(),
  order: orderSchema,
})

/** Returns the attempt that this page opened in this tab and that has not ended; its account is masked. */
export function readOpenAttempt(): Order | undefined {
  const note = readStored(KEY, noteSchema)
  return note?.page === pageHere() ? note.order : undefined
}

/** Keeps the attempt over a refresh, or while this tab shows the bank; without storage only the server knows it. */
export function keepOpenAttempt(order: Order): void {
  store(KEY, { page: pageHere(), order: withoutAccount(order) })
}

function pageHere(): string {
  return languageOf(location.pathname).path
}

export function forgetOpenAttempt(): void {
  forget(KEY)
}

/** The gateway has 15 seconds to answer our server. */
const STATUS_TIMEOUT_MS = 25_000

/** What our server knows of an attempt. */
export type Status =
  | { kind: 'accepted'; acceptance: Acceptance }
  | { kind: 'undecided' | 'ended'; status: MandateStatus }
  /** The visitor has no such attempt: their session has ended. */
  | { kind: 'unknown'; message: string }
  /** Our server could not be asked. */
  | { kind: 'unreached'; message: string }

/** Returns a transaction's status from our server, which asks the gateway. */
export async function askStatus(transactionId: string): Promise<Status> {
  const answer = await getJson({
    url: api.mandateStatus + transactionId,
    schema: mandateStatusResponse,
    fallback: waitingMessages.unreached,
    timeoutMs: STATUS_TIMEOUT_MS,
  })
  if (answer.ok) {
    const { data } = answer.body
    const kind = outcomeOf(data.status)
    return kind === 'accepted'
      ? { kind, acceptance: acceptanceFromServer(data) }
      : { kind, status: data.status }
  }
  const { cause, message } = answer
  console.error('The status of the mandate could not be read.', cause)
  const isUnknown = cause.code === 'not_found' || cause.code === 'unverified'
  return { kind: isUnknown ? 'unknown' : 'unreached', message }
}

export function outcomeOf(status: MandateStatus): 'accepted' | 'undecided' | 'ended' {
  if (status === 'initiated' || status === 'active') return 'accepted'
  return status === 'created' || status === 'opened' ? 'undecided' : 'ended'
}
