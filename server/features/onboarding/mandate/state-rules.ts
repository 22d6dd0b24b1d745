import { type MandateState, type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import type { MandateEventRow } from '#server/platform/db/schema.ts'

/** A status, and who reports it. */
export type StatusChange = Pick<MandateEventRow, 'status' | 'source'>

/** An effect of a status change in the transaction that records it, in the order of execution. */
export type Effect = 'askGateway' | 'keepOne' | 'notifyPerson' | 'notifyStaff' | 'webhooks' | 'audit'

type Transition = [
  said: readonly MandateStatus[],
  by: readonly StatusChange['source'][],
  from: readonly MandateStatus[],
  effects: readonly Effect[],
]

const delivered = ['callback', 'return'] as const
const gateway = [...delivered, 'asked'] as const
const failure = ['keepOne', 'notifyPerson', 'webhooks', 'audit'] as const
const success = ['keepOne', 'webhooks', 'audit'] as const

/**
 * Every change of a mandate's status: the new status, who reports it, and the statuses that it replaces. What has no
 * row changes nothing. Success is last: what the bank set up is live, whatever failed before. A failure is not final,
 * since the gateway's panel can send the same transaction to the bank again. A delivered answer may be outdated, so
 * it does not decide between a failure and a mandate in progress: the status stays, and the gateway is asked, whose
 * answer decides.
 */
const transitions: readonly Transition[] = [
  [['opened'], ['visitor'], ['created'], []],
  [['initiated'], gateway, ['created', 'opened'], []],
  [['initiated'], ['asked'], ['aborted', 'failed'], []],
  [['initiated'], delivered, ['aborted', 'failed', 'expired'], ['askGateway']],
  [['aborted', 'failed'], gateway, ['created', 'opened', 'expired'], failure],
  [['aborted', 'failed'], ['asked'], ['initiated'], failure],
  [['aborted', 'failed'], delivered, ['initiated'], ['askGateway']],
  [['failed'], gateway, ['aborted'], failure],
  [['aborted'], ['asked'], ['failed'], failure],
  [['active'], gateway, ['created', 'opened', 'initiated', 'aborted', 'failed', 'expired'], success],
  [['expired'], ['clock'], ['created', 'opened'], failure],
  // The bank had accepted it, so staff should check it; nobody needs to know of an attempt that was never accepted.
  [['expired'], ['clock'], ['initiated'], [...failure, 'notifyStaff']],
]

/** Returns the effects of an event on a mandate of this status, and the new status. */
export function transition(
  current: MandateStatus,
  { status, source }: StatusChange,
): { to: MandateStatus; effects: readonly Effect[] } {
  const [, , , effects] =
    transitions.find(
      ([said, by, from]) => said.includes(status) && by.includes(source) && from.includes(current),
    ) ?? []
  const isMoved = effects !== undefined && !effects.includes('askGateway')
  return { to: isMoved ? status : current, effects: effects ?? [] }
}

/** Accepted or set up by the bank. */
export const liveStatuses: readonly MandateStatus[] = ['initiated', 'active']

/** Returns whether the bank accepted the mandate or set it up; its person needs no other one. */
export function isLive(status: MandateStatus): boolean {
  return liveStatuses.includes(status)
}

/** How long a failed attempt can be repeated in the gateway's panel, which closes after ten idle minutes. */
export const REPEAT_MS = 60 * 60_000

/** Returns whether asking the gateway again cannot change the status. */
export function isDecided(
  { status, createdAt }: { status: MandateStatus; createdAt: number },
  now: number,
): boolean {
  return status === 'active' || (status === 'failed' && now - createdAt >= REPEAT_MS)
}

/** Returns the registration's word for a status; empty while the bank has not answered. */
export function responseStatus(status: MandateStatus): MandateState['responseStatus'] {
  return status === 'created' || status === 'opened' ? '' : registrationStatus(status)
}
