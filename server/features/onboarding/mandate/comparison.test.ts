import { expect, it } from 'vitest'
import { type MandateStatus, mandateStatuses, registrationStatus } from '#contract/schemas/mandates.ts'
import { advance, isContradicted, isSettled, type StatusChange } from './rules.ts'
import { type Effect, transition } from './state-rules.ts'

const ofGateway: readonly MandateStatus[] = ['initiated', 'active', 'failed', 'aborted']
/** What each source can say of a mandate. */
const said: Record<StatusChange['source'], readonly MandateStatus[]> = {
  visitor: ['created', 'opened'],
  clock: ['expired'],
  callback: ofGateway,
  return: ofGateway,
  asked: ofGateway,
}

/** What the functions before the table did, as `recordEvent` and `giveUp` called them. */
function before(from: MandateStatus, event: StatusChange): { to: MandateStatus; effects: Effect[] } {
  const to = advance(from, event)
  const isNew = to !== from
  const hasFailed = registrationStatus(to) === 'Failed'
  const hasEnded = isNew && (hasFailed || to === 'active')
  const effects: [Effect, boolean][] = [
    ['askGateway', isContradicted(to, event)],
    ['keepOne', hasEnded],
    // The mail is sent once a mandate: where the status stays, it was sent when the mandate failed.
    ['notifyPerson', hasFailed && isNew],
    ['webhooks', hasEnded],
    ['audit', isNew && isSettled(to)],
    ['notifyStaff', isNew && to === 'expired' && from === 'initiated'],
  ]
  return { to, effects: effects.flatMap(([effect, is]) => (is ? [effect] : [])) }
}

it('does for every status, event and source what the functions before it did, where a source can say it', () => {
  const sources = Object.keys(said) as StatusChange['source'][]
  const all = mandateStatuses.flatMap((from) =>
    mandateStatuses.flatMap((status) => sources.map((source) => ({ from, status, source }))),
  )
  expect(all).toHaveLength(245)
  for (const { from, ...event } of all) {
    const isSaid = said[event.source].includes(event.status)
    const nothing = { to: from, effects: [] }
    expect([from, event, transition(from, event)]).toEqual([
      from,
      event,
      isSaid ? before(from, event) : nothing,
    ])
  }
})
