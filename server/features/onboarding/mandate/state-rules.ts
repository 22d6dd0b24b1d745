import { type MandateState, type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import type { MandateEventRow } from '#server/platform/db/schema.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'

/** A status, and who says that a mandate has it. */
export type StatusChange = Pick<MandateEventRow, 'status' | 'source'>

/** What follows from a status change in the transaction that records it, in the order in which it is done. */
export type Effect = 'askGateway' | 'keepOne' | 'notifyPerson' | 'notifyStaff' | 'webhooks' | 'audit'

interface Transition {
  /** What is said of the mandate. */
  on: readonly MandateStatus[]
  by: readonly StatusChange['source'][]
  from: readonly MandateStatus[]
  /** Whether the mandate keeps its status; otherwise it gets the one that is said of it. */
  stays?: true
  effects: readonly Effect[]
}

const delivered = ['callback', 'return'] as const
const gateway = [...delivered, 'asked'] as const
const failure = ['keepOne', 'notifyPerson', 'webhooks', 'audit'] as const
const success = ['keepOne', 'webhooks', 'audit'] as const

/**
 * Every change of a mandate's status; what has no row changes nothing. Success is last: what the bank set up is live, whatever
 * failed before. A failure is not final: the gateway's panel can send the same transaction to the bank again. A delivered answer
 * may be older than what is known, so it does not decide between a failure and a mandate in progress: the gateway is asked, and
 * its answer decides.
 */
const transitions: readonly Transition[] = [
  { on: ['opened'], by: ['visitor'], from: ['created'], effects: [] },
  { on: ['initiated'], by: delivered, from: ['created', 'opened'], effects: [] },
  {
    on: ['initiated'],
    by: delivered,
    from: ['expired', 'aborted', 'failed'],
    stays: true,
    effects: ['askGateway'],
  },
  { on: ['initiated'], by: ['asked'], from: ['created', 'opened', 'aborted', 'failed'], effects: [] },
  { on: ['aborted', 'failed'], by: gateway, from: ['created', 'opened', 'expired'], effects: failure },
  { on: ['aborted', 'failed'], by: delivered, from: ['initiated'], stays: true, effects: ['askGateway'] },
  { on: ['aborted', 'failed'], by: ['asked'], from: ['initiated'], effects: failure },
  { on: ['failed'], by: gateway, from: ['aborted'], effects: failure },
  { on: ['aborted'], by: ['asked'], from: ['failed'], effects: failure },
  {
    on: ['active'],
    by: gateway,
    from: ['created', 'opened', 'initiated', 'expired', 'aborted', 'failed'],
    effects: success,
  },
  { on: ['expired'], by: ['clock'], from: ['created', 'opened'], effects: failure },
  // The bank had accepted it, so somebody has to look at it; an attempt that it never accepted concerns nobody.
  { on: ['expired'], by: ['clock'], from: ['initiated'], effects: [...failure, 'notifyStaff'] },
]

/** What an event does to a mandate of this status: the status after it, and what follows. */
export function transition(
  current: MandateStatus,
  { status, source }: StatusChange,
): { to: MandateStatus; effects: readonly Effect[] } {
  const row = transitions.find(
    ({ on, by, from }) => on.includes(status) && by.includes(source) && from.includes(current),
  )
  return { to: row && !row.stays ? status : current, effects: row?.effects ?? [] }
}
