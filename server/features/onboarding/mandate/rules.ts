import { debitPeriod } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import { mandateErrors } from '#contract/messages/mandates.ts'
import { errorMessages } from '#contract/messages/common.ts'
import {
  type MandateState,
  type MandateStatus,
  type MandateTokenRequest,
  registrationStatus,
} from '#contract/schemas/mandates.ts'
import type { MandateEventRow, MandateRow } from '#server/platform/db/onboarding-rows.ts'
import type { LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import { type GatewayAnswer, type GatewayFailure, holderName } from '#server/providers/gateway/port.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Tokens one address may ask for in an hour; a page that waits for the bank asks how it stands every few seconds. */
export const tokenLimit: LimitRule = { name: 'mandate-token', points: 30, seconds: 3600 }
export const statusLimit: LimitRule = { name: 'mandate-status', points: 120, seconds: 60 }
export const bankLimit: LimitRule = { name: 'bank-name', points: 120, seconds: 60 }

/** Answers that one address may bring from the gateway in a minute; its server tells of everybody's from a few. */
export const callbackLimit: LimitRule = { name: 'gateway-callback', points: 600, seconds: 60 }
export const returnLimit: LimitRule = { name: 'gateway-return', points: 60, seconds: 60 }

/**
 * How a mandate goes on by what it is told: to a status further down. A success stands last: what the bank set up is
 * live, whatever was heard before it.
 */
const order: readonly MandateStatus[] = [
  'created',
  'opened',
  'initiated',
  'expired',
  'aborted',
  'failed',
  'active',
]

/** A failure is no end: the gateway's panel sends the same transaction to the bank again. */
const repeatable: readonly MandateStatus[] = ['aborted', 'failed']

export type StatusChange = Pick<MandateEventRow, 'status' | 'source'>

/**
 * The statuses that news replaces. An answer that is brought may be older than what is known, so that it does not decide
 * between a failure and a mandate on its way: the gateway is asked which (`isContradicted`), and its word of now holds.
 */
export function replacedBy({ status, source }: StatusChange): MandateStatus[] {
  const below = order.slice(0, order.indexOf(status))
  const isRepeatable = repeatable.includes(status)
  if (source === 'asked' && (status === 'initiated' || isRepeatable))
    return [...new Set([...below, ...repeatable])].filter((one) => one !== status)
  return isRepeatable ? below.filter((one) => one !== 'initiated') : below
}

/** Where a mandate stands after something was learnt of it. */
export function advance(current: MandateStatus, news: StatusChange): MandateStatus {
  return replacedBy(news).includes(current) ? news.status : current
}

/** Whether news that changed nothing says otherwise than what is known, so that the gateway has to be asked. */
export function isContradicted(current: MandateStatus, { status, source }: StatusChange): boolean {
  const isBrought = source === 'callback' || source === 'return'
  return isBrought && current !== 'active' && isLive(current) !== isLive(status)
}

/** The bank has taken it up or set it up: a person with such a mandate must not be left, and not asked again. */
export function isLive(status: MandateStatus): boolean {
  return status === 'initiated' || status === 'active'
}

/** Whether nothing more is to be learnt by asking. */
export function isDecided(
  { status, created_at }: Pick<MandateRow, 'status' | 'created_at'>,
  now: number,
): boolean {
  return status === 'active' || (status === 'failed' && now - created_at >= REPEAT_MS)
}

/** Whether it has come to an end, good or not: what the audit log tells of. */
export function isSettled(status: MandateStatus): boolean {
  return order.indexOf(status) >= order.indexOf('expired')
}

/** A record's word for it, for a page that waits: empty while the bank has said nothing. */
export function responseStatus(status: MandateStatus): MandateState['responseStatus'] {
  return status === 'created' || status === 'opened' ? '' : registrationStatus(status)
}

/** What the gateway's word says of a mandate's status; nothing where it knows none. */
export function statusFrom(answer: GatewayAnswer): MandateStatus | undefined {
  return answer.state === 'unknown' ? undefined : answer.state
}

/** The terms a mandate was asked for with, as far as the gateway tells them again. */
type Terms = Pick<
  MandateRow,
  'consumer_id' | 'account_name' | 'account_no' | 'ifsc_code' | 'max_amount' | 'debit_start' | 'debit_end'
>

/** Rupees of the debit that tests the account (specification section 9). */
const TEST_DEBIT = 1

/**
 * What the bank set up otherwise than it was asked for: the browser holds the order on its way, and the gateway's token
 * does not cover all of it (wires 1.3). Only what the gateway tells is compared.
 */
export function alteredTerms(asked: Terms, answer: GatewayAnswer): string[] {
  const { amount, consumerId, registered = {} } = answer
  const pairs: [name: string, told: string | undefined, matches: (told: string) => boolean][] = [
    ['amount', amount, (told) => Number(told) === TEST_DEBIT],
    ['consumerId', consumerId, (told) => told === asked.consumer_id],
    ['accountName', registered.accountName, (told) => nameInBooks(told) === nameInBooks(asked.account_name)],
    ['accountNo', registered.accountNo, (told) => isSameAccount(told, asked.account_no)],
    ['ifscCode', registered.ifscCode, (told) => told.toUpperCase() === asked.ifsc_code],
    ['maxAmount', registered.maxAmount, (told) => Number(told) === Number(asked.max_amount)],
    ['debitStartDate', registered.startDate, (told) => told === asked.debit_start],
    ['debitEndDate', registered.endDate, (told) => told === asked.debit_end],
    ['amountType', registered.amountType, (told) => told === 'M'],
    ['frequency', registered.frequency, (told) => told === 'ADHO'],
  ]
  const altered = pairs.flatMap(([name, told, matches]) =>
    told === undefined || matches(told) ? [] : [name],
  )
  return answer.ambiguous ? ['ambiguous', ...altered] : altered
}

/** Whether one of these answers told of a mandate that stands on other terms than it was asked for with. */
export function wasAltered(asked: Terms, answers: readonly GatewayAnswer[]): boolean {
  return answers.some((answer) => {
    const told = statusFrom(answer)
    return told !== undefined && isLive(told) && alteredTerms(asked, answer).length > 0
  })
}

/**
 * Whether the digits shown of an account are those of this one, from the right: banks write zeros before a number, leave
 * its own out, and put marks in the place of digits (wires 1.0).
 */
function isSameAccount(told: string, account: string): boolean {
  const shown = told.replaceAll(/[\s-]/g, '')
  if (!/^[\dXx*•#]+$/.test(shown)) return false
  const length = Math.max(shown.length, account.length)
  const own = account.padStart(length, '0')
  // Marks that stand for the beginning stand for all of it.
  const other = shown.padStart(length, /^\d/.test(shown) ? '0' : 'X')
  return [...other].every((mark, at) => !/\d/.test(mark) || mark === own[at])
}

/** A name as the gateway takes it; banks write it in capitals. */
function nameInBooks(name: string): string {
  return holderName(name).toUpperCase()
}

/** Whether these are the days of a mandate begun about now: a page may have been opened before midnight. */
function isDebitPeriod(start: string, end: string, now: number): boolean {
  return [now - DAY_MS, now, now + DAY_MS]
    .map(debitPeriod)
    .some((day) => day.start === start && day.end === end)
}

/** How long the gateway is asked how a mandate stands; banks take up to five days (wires 5). */
export const GIVE_UP_MS = 7 * DAY_MS
/** After so long staff hear of a mandate that stands without a registration. */
export const UNREGISTERED_MS = 2 * HOUR_MS

const FIRST_ASK_MS = MINUTE_MS
const LONGEST_WAIT_MS = 12 * HOUR_MS

/** Milliseconds until the gateway is asked again after it was asked so many times: doubling, from a minute to half a day. */
export function nextAskMs(asks: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_ASK_MS * 2 ** Math.min(asks, 20))
}

/**
 * How long after it was begun a failed try may still be repeated in the gateway's panel: that gives up after ten minutes
 * in which nobody touched it.
 */
export const REPEAT_MS = HOUR_MS

const open = ['created', 'opened', 'initiated', 'active'] as const
/**
 * Tries asked about again before another is made, newest first; the schedule has asked about any before them. Of the
 * last hour that is every one. Those that came to nothing may have succeeded late, an aborted one at once and a given up
 * one in the days that follow.
 */
export const earlierAttempts: readonly {
  statuses: readonly MandateStatus[]
  withinMs: number
  count: number
}[] = [
  // More than one address may begin in an hour.
  { statuses: order, withinMs: REPEAT_MS, count: 1000 },
  { statuses: open, withinMs: Infinity, count: 5 },
  { statuses: ['aborted'], withinMs: DAY_MS, count: 3 },
  { statuses: ['expired'], withinMs: GIVE_UP_MS + 7 * DAY_MS, count: 2 },
]

/** What of an order the server did not set, under the fields that say so. */
export function orderFaults(
  order: Pick<MandateTokenRequest, 'maxAmount' | 'debitStartDate' | 'debitEndDate'>,
  { maxAmount, now }: { maxAmount: number; now: number },
): FieldError[] {
  const { debitStartDate, debitEndDate } = order
  const otherAmount = Number(order.maxAmount) !== maxAmount
  const otherPeriod = !isDebitPeriod(debitStartDate, debitEndDate, now)
  return [
    ...(otherAmount ? [{ field: 'maxAmount', message: mandateErrors.otherAmount }] : []),
    ...(otherPeriod
      ? ['debitStartDate', 'debitEndDate'].map((field) => ({ field, message: mandateErrors.otherPeriod }))
      : []),
  ]
}

/** What a visitor is told when the gateway cannot be asked; trying again later helps in each case. */
export function gatewayError(failure: GatewayFailure): HttpError {
  switch (failure) {
    case 'timeout':
      return { code: 'provider_timeout' }
    case 'circuit_open':
      return { code: 'unavailable', message: errorMessages.providerFailed }
    case 'unreachable':
    case 'rubbish':
    case 'unreadable':
      return { code: 'provider_failed' }
  }
}
