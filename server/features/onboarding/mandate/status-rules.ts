import {
  type MandateState,
  type MandateStatus,
  mandateStatuses,
  registrationStatus,
} from '#contract/schemas/mandates.ts'
import type { MandateEventRow, MandateRow } from '#server/platform/db/onboarding-rows.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'
import type { Mandate } from './store.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'

/** An event moves a mandate to a later status only. Success is last: what the bank set up is live, whatever failed before. */
const order: readonly MandateStatus[] = [
  'created',
  'opened',
  'initiated',
  'expired',
  'aborted',
  'failed',
  'active',
]

/** A failure is not final: the gateway's panel can send the same transaction to the bank again. */
const repeatable: readonly MandateStatus[] = ['aborted', 'failed']

export type StatusChange = Pick<MandateEventRow, 'status' | 'source'>

/**
 * The statuses that an event replaces. A delivered answer (callback or return) may be older than what is known, so it does
 * not decide between a failure and a mandate in progress: the gateway is asked (`isContradicted`), and its answer decides.
 */
export function replacedBy({ status, source }: StatusChange): MandateStatus[] {
  const below = order.slice(0, order.indexOf(status))
  const isRepeatable = repeatable.includes(status)
  if (source === 'asked' && (status === 'initiated' || isRepeatable))
    return [...new Set([...below, ...repeatable])].filter((one) => one !== status)
  return isRepeatable ? below.filter((one) => one !== 'initiated') : below
}

/** The status after an event. */
export function advance(current: MandateStatus, event: StatusChange): MandateStatus {
  return replacedBy(event).includes(current) ? event.status : current
}

/** Whether a delivered answer that changed nothing disagrees with the known status, so that the gateway has to be asked. */
export function isContradicted(current: MandateStatus, { status, source }: StatusChange): boolean {
  const isDelivered = source === 'callback' || source === 'return'
  return isDelivered && current !== 'active' && isLive(current) !== isLive(status)
}

/** Accepted or set up by the bank: its person is kept, and is not asked for another. */
export function isLive(status: MandateStatus): boolean {
  return liveStatuses.includes(status)
}
export const liveStatuses: readonly MandateStatus[] = ['initiated', 'active']

/** Whether asking the gateway again cannot change the status. */
export function isDecided(
  { status, createdAt }: Pick<Mandate, 'status' | 'createdAt'>,
  now: number,
): boolean {
  return status === 'active' || (status === 'failed' && now - createdAt >= REPEAT_MS)
}

/** Whether the status is an end, good or bad: the audit log records these. */
export function isSettled(status: MandateStatus): boolean {
  return order.indexOf(status) >= order.indexOf('expired')
}

/** The registration's word for a status, for a page that waits: empty while the bank has said nothing. */
export function responseStatus(status: MandateStatus): MandateState['responseStatus'] {
  return status === 'created' || status === 'opened' ? '' : registrationStatus(status)
}

/** The status in the gateway's answer; undefined where it knows no such transaction. */
export function statusFrom(answer: GatewayAnswer): MandateStatus | undefined {
  return answer.state === 'unknown' ? undefined : answer.state
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Calls of one address; a page that waits for the bank asks for the status every few seconds. */
export const tokenLimit: LimitRule = { name: 'mandate-token', points: 30, seconds: 3600 }
export const statusLimit: LimitRule = { name: 'mandate-status', points: 120, seconds: 60 }
export const bankLimit: LimitRule = { name: 'bank-name', points: 120, seconds: 60 }

/** Answers of the gateway from one address; its server sends everybody's from a few. */
export const callbackLimit: LimitRule = { name: 'gateway-callback', points: 600, seconds: 60 }
export const returnLimit: LimitRule = { name: 'gateway-return', points: 60, seconds: 60 }
/** How long a browser may take to come back from its bank. */
export const RETURN_MS = HOUR_MS
/** Answers remembered by their hash; older ones are looked up among the events. */
export const REMEMBERED_ANSWERS = 1000

/** How long the gateway is polled; banks take up to five days. */
export const GIVE_UP_MS = 7 * DAY_MS
/** After this long staff are notified of a live mandate without a registration. */
export const UNREGISTERED_MS = 2 * HOUR_MS
/** How long a failed attempt can be repeated in the gateway's panel, which closes after ten idle minutes. */
export const REPEAT_MS = HOUR_MS

/** Mandates in one round of polling. */
export const POLL_BATCH = 50
/** How long a mandate that one process polls is left alone by the others. */
export const LEASE_MS = 5 * 60_000

const FIRST_POLL_MS = MINUTE_MS
export const LONGEST_POLL_MS = 12 * HOUR_MS

/** Milliseconds until the next poll after so many: doubling, from a minute to half a day. */
export function nextPollMs(polls: number): number {
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 2 ** Math.min(polls, 20))
}

interface EarlierAttempts {
  statuses: readonly MandateStatus[]
  withinMs: number
  count: number
}

/** Attempts that are verified again before another begins; failed ones may have succeeded late. */
const earlierAttempts: readonly EarlierAttempts[] = [
  // More than one address may begin in an hour.
  { statuses: mandateStatuses, withinMs: REPEAT_MS, count: 1000 },
  { statuses: ['created', 'opened', 'initiated', 'active'], withinMs: Infinity, count: 5 },
  { statuses: ['aborted'], withinMs: DAY_MS, count: 3 },
  { statuses: ['expired'], withinMs: GIVE_UP_MS + 7 * DAY_MS, count: 2 },
]

/** Those of somebody's attempts, newest first, that are verified again before another begins. */
export function toVerify<Attempt extends Pick<MandateRow, 'status' | 'created_at'>>(
  attempts: readonly Attempt[],
  now: number,
): Attempt[] {
  const wanted = earlierAttempts.flatMap(({ statuses, withinMs, count }) =>
    attempts
      .filter(({ status, created_at: at }) => statuses.includes(status) && now - at <= withinMs)
      .slice(0, count),
  )
  return [...new Set(wanted)]
}
