import { type MandateState, type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import type { MandateEventRow } from '#server/platform/db/schema.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'
import { liveStatuses, type Mandate } from './store.ts'

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

/** How long the gateway is polled; banks take up to five days. */
export const GIVE_UP_MS = 7 * DAY_MS
/** How long a failed attempt can be repeated in the gateway's panel, which closes after ten idle minutes. */
export const REPEAT_MS = HOUR_MS

const FIRST_POLL_MS = MINUTE_MS
export const LONGEST_POLL_MS = 12 * HOUR_MS

/** Milliseconds until the next poll after so many: doubling, from a minute to half a day. */
export function nextPollMs(polls: number): number {
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 2 ** Math.min(polls, 20))
}
