import { toast } from 'react-hot-toast/headless'
import { endedMessages, gatewayMessages } from '#contract/messages/mandates.ts'
import type { Failure } from '#web/lib/api.ts'
import type { Order } from './attempt.ts'
import { askState, meaningOf, takenBy, type Taken } from './mandate-state.ts'
import { forgetOpenAttempt, keepOpenAttempt } from './open-attempt.ts'
import type { MandateJob, Phase } from './phase.ts'
import type { ReadyAttempt } from './ready-attempt.ts'

/** What the acts on it share: one try at a time, and the phase it is in. */
export interface Machine {
  phase: Phase
  /** The try that the bank was shown last. */
  order?: Order | undefined
  /** The try that was given up last: the bank may still take it up, in a window that was slow to close. */
  givenUp?: Order | undefined
  ready: ReadyAttempt
  job(): MandateJob
  draw(phase: Phase): void
  stopWatch?: (() => void) | undefined
  /** The step is left: what is still under way ends in silence, and the note of the open try leads back to it. */
  isOver?: boolean
}

export function show(machine: Machine, phase: Phase): void {
  if (machine.isOver) return
  const before = machine.phase
  machine.phase = phase
  if (phase.is !== 'waiting') {
    stopWatching(machine)
    // A window left open could end in a mandate beside the next one, and a panel would lie over what comes now.
    if (before.is === 'waiting') before.view?.close()
  }
  machine.draw(phase)
}

export function isIn(machine: Machine, phase: Phase['is']): boolean {
  return machine.phase.is === phase
}

export function stopWatching(machine: Machine): void {
  machine.stopWatch?.()
  machine.stopWatch = undefined
}

/** Back to the fields, with what became of the try. */
export function fail(machine: Machine, ...problem: string[]): void {
  if (machine.isOver) return
  machine.order = undefined
  forgetOpenAttempt()
  toast.error(problem[0] ?? '', { id: 'mandate' })
  show(machine, { is: 'form', problem })
}

/** Whether our server knows no such try of this visitor's: their session has ended. */
export function isUnknown({ cause }: Failure): boolean {
  return cause.code === 'not_found' || cause.code === 'unverified'
}

/** The bank may have taken it up whatever the page has heard, so our server is asked before `sentence` is said. */
export async function judge(machine: Machine, order: Order, ...sentence: string[]): Promise<void> {
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (!isIn(machine, 'asking') || machine.order !== order) return
  if (state.ok && meaningOf(state.body.status) === 'taken up') {
    return finish(machine, order, takenBy(state.body))
  }
  // It may still come, as of a bank that was slow to say it.
  machine.givenUp = order
  fail(machine, ...sentence)
}

export function takeUp(machine: Machine, order: Order, taken: Taken): Promise<void> {
  machine.givenUp = undefined
  machine.order = order
  machine.ready.drop()
  keepOpenAttempt(order)
  return finish(machine, order, taken)
}

export async function finish(machine: Machine, order: Order, taken: Taken): Promise<void> {
  if (machine.isOver) return
  show(machine, { is: 'finishing' })
  const finished = await machine.job().finish(order, taken)
  if (finished.ok) return forgetOpenAttempt()
  if (machine.isOver) return
  const [first = ''] = finished.sentences
  // Our server may know better than the browser that nothing was set up; then another try is the way on.
  const state = await askState(order.transactionId)
  if (state.ok && meaningOf(state.body.status) !== 'taken up') return fail(machine, ...finished.sentences)
  if (machine.isOver) return
  toast.error(first, { id: 'mandate' })
  show(machine, { is: 'unfinished', sentences: finished.sentences })
}

/** Our own part once more, with what the bank says by now. */
export async function finishAgain(machine: Machine): Promise<void> {
  const { order } = machine
  if (!order || machine.phase.is !== 'unfinished') return
  show(machine, { is: 'finishing' })
  const state = await askState(order.transactionId)
  if (!state.ok) return show(machine, { is: 'unfinished', sentences: [state.message] })
  if (meaningOf(state.body.status) === 'taken up') return finish(machine, order, takenBy(state.body))
  fail(machine, gatewayMessages.failed, endedMessages.stillHere)
}
