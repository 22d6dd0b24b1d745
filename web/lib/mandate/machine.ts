import { toast } from 'react-hot-toast/headless'
import { endedWords } from '#contract/mandate-words.ts'
import { gatewayMessages } from '#contract/messages.ts'
import type { Failure } from '#web/lib/api.ts'
import { readBankAnswer } from '#web/lib/gateway/bank-answer.ts'
import { openCheckout, openInThisTab, type Opened } from '#web/lib/gateway/open-checkout.ts'
import { prepareAttempt, type Attempt, type Order, type Terms } from './attempt.ts'
import { askState, meaningOf, takenBy, takenFrom, type Taken } from './mandate-state.ts'
import { forgetOpenTry, keepOpenTry } from './open-try.ts'
import type { MandateJob, Phase } from './phase.ts'
import type { ReadyAttempt } from './ready-attempt.ts'
import { watch } from './watch.ts'

/** What the acts below share: one try at a time, and the phase it is in. */
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

function show(machine: Machine, phase: Phase): void {
  if (machine.isOver) return
  machine.phase = phase
  if (phase.is !== 'waiting') stopWatching(machine)
  machine.draw(phase)
}

function isIn(machine: Machine, phase: Phase['is']): boolean {
  return machine.phase.is === phase
}

/** The step is left, or shown again. */
export function setOver(machine: Machine, isOver: boolean): void {
  machine.isOver = isOver
  if (isOver) stopWatching(machine)
}

export function stopWatching(machine: Machine): void {
  machine.stopWatch?.()
  machine.stopWatch = undefined
}

/** Back to the fields, with what became of the try. */
export function fail(machine: Machine, ...problem: string[]): void {
  if (machine.isOver) return
  machine.order = undefined
  forgetOpenTry()
  toast.error(problem[0] ?? '', { id: 'mandate' })
  show(machine, { is: 'form', problem })
}

/** Next: opens the bank's window at once if all is here for it, since a browser allows that in the press alone. */
export function press(machine: Machine, terms: Terms): void {
  if (!['form', 'ready', 'blocked'].includes(machine.phase.is)) return
  const attempt = machine.ready.take(terms)
  if (attempt) open(machine, attempt)
  else void getReady(machine, terms)
}

async function getReady(machine: Machine, terms: Terms): Promise<void> {
  show(machine, { is: 'preparing' })
  const prepared = await machine.ready.get(terms)
  if (!isIn(machine, 'preparing')) return
  if (prepared.ok) show(machine, { is: 'ready' })
  else refused(machine, prepared)
}

function refused(machine: Machine, failure: Failure): void {
  if (machine.isOver) return
  const { cause, message, errors } = failure
  console.error('There is no token for the bank.', cause)
  if (cause.code === 'already_there') {
    show(machine, { is: 'form' })
    return machine.job().onAlreadyThere(failure)
  }
  const { onUnverified } = machine.job()
  if (cause.code === 'unverified' && onUnverified) {
    show(machine, { is: 'form' })
    return onUnverified(failure)
  }
  fail(machine, message, endedWords.stillHere)
  machine.job().onFieldErrors(errors)
}

function open(machine: Machine, { order, checkout }: Attempt): void {
  machine.order = order
  const opened = openCheckout(checkout.config, (response) => answered(machine, order, response))
  if (opened.is === 'blocked') {
    machine.order = undefined
    return show(machine, { is: 'blocked' })
  }
  if (opened.is !== 'open') return notOpened(machine, opened)
  keepOpenTry(order)
  wait(machine, { is: 'waiting', window: opened.window, isGone: false, isUnreached: false })
}

function notOpened(machine: Machine, { is }: Opened): void {
  fail(machine, is === 'unavailable' ? gatewayMessages.unavailable : gatewayMessages.notOpened)
}

/** The way without a window: this tab goes to the bank, and comes back to this page. */
export async function continueHere(machine: Machine, terms: Terms): Promise<void> {
  if (!isIn(machine, 'blocked')) return
  show(machine, { is: 'leaving' })
  const prepared = await prepareAttempt(terms, 'same')
  if (!isIn(machine, 'leaving')) return
  if (!prepared.ok) return refused(machine, prepared)
  const { order, checkout } = prepared.attempt
  machine.order = order
  keepOpenTry(order)
  const opened = openInThisTab(checkout.config)
  if (opened.is !== 'open') notOpened(machine, opened)
}

type Waiting = Extract<Phase, { is: 'waiting' }>

function wait(machine: Machine, phase: Waiting): void {
  if (machine.isOver) return
  show(machine, phase)
  const { window } = phase
  const change = (to: Partial<Waiting>) => {
    if (machine.phase.is === 'waiting') show(machine, { ...machine.phase, ...to })
  }
  machine.stopWatch ??= watch({
    isWindowGone: () => window?.isGone() ?? false,
    onGone: () => change({ isGone: true }),
    async ask() {
      const { order } = machine
      if (!order) return
      const state = await askState(order.transactionId)
      if (machine.phase.is !== 'waiting' || machine.order !== order) return
      if (!state.ok)
        return isUnknown(state) ? fail(machine, endedWords.unknown) : change({ isUnreached: true })
      const meaning = meaningOf(state.body.status)
      if (meaning === 'taken up') return finish(machine, order, takenBy(state.body))
      if (meaning === 'over') return fail(machine, gatewayMessages.failed, endedWords.stillHere)
      if (machine.phase.isUnreached) change({ isUnreached: false })
    },
  })
}

/** Whether our server knows no such try of this visitor's: their session has ended. */
function isUnknown({ cause }: Failure): boolean {
  return cause.code === 'not_found' || cause.code === 'unverified'
}

/** What the gateway's script said. Anything but a success may still be one at the gateway itself, so that is asked. */
function answered(machine: Machine, order: Order, response: unknown): void {
  const isAwaited = machine.order === order && machine.phase.is === 'waiting'
  if (!isAwaited && !mayStillCome(machine, order)) return
  const answer = readBankAnswer(response, order.transactionId)
  if (answer?.responseCode === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
  const taken = takenFrom(answer, order.transactionId)
  if (taken) void takeUp(machine, order, taken)
  else if (isAwaited) void judge(machine, order, answer ? gatewayMessages.failed : gatewayMessages.invalid)
}

/** Whether an answer of a try that was given up still counts: nobody is to set up a second mandate beside it. */
function mayStillCome({ givenUp, phase }: Machine, order: Order): boolean {
  return givenUp === order && ['form', 'ready', 'blocked', 'asking', 'preparing'].includes(phase.is)
}

function takeUp(machine: Machine, order: Order, taken: Taken): Promise<void> {
  machine.givenUp = undefined
  machine.order = order
  machine.ready.drop()
  keepOpenTry(order)
  return finish(machine, order, taken)
}

async function judge(machine: Machine, order: Order, sentence: string): Promise<void> {
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (state.ok && meaningOf(state.body.status) === 'taken up') {
    return finish(machine, order, takenBy(state.body))
  }
  fail(machine, sentence, endedWords.stillHere)
}

/** The person closed the bank's window, or wants no more of it; what the bank did meanwhile is asked all the same. */
export async function giveUp(machine: Machine, how: 'closed' | 'cancelled'): Promise<void> {
  const { order, phase } = machine
  if (!order) return show(machine, { is: 'form' })
  // A window left open could end in a mandate beside the next one.
  if (phase.is === 'waiting') phase.window?.close()
  machine.givenUp = order
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (!isIn(machine, 'asking') || machine.order !== order) return
  if (!state.ok && isUnknown(state)) return fail(machine, endedWords.unknown)
  if (!state.ok) return wait(machine, { is: 'waiting', isGone: true, isUnreached: true })
  const meaning = meaningOf(state.body.status)
  if (meaning === 'taken up') return finish(machine, order, takenBy(state.body))
  if (how === 'closed' && meaning === 'over') {
    return fail(machine, gatewayMessages.failed, endedWords.stillHere)
  }
  fail(machine, endedWords[how])
}

/** Goes on with a try of which the bank was shown before this page was loaded. */
export async function resume(machine: Machine, order: Order): Promise<void> {
  machine.order = order
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (machine.order !== order) return
  if (!state.ok && isUnknown(state)) return fail(machine, endedWords.unknown)
  const meaning = state.ok ? meaningOf(state.body.status) : 'undecided'
  if (state.ok && meaning === 'taken up') return finish(machine, order, takenBy(state.body))
  if (meaning === 'over') return fail(machine, gatewayMessages.failed)
  wait(machine, { is: 'waiting', isGone: false, isUnreached: !state.ok })
}

/** The page stands there as it was left for the bank, from which the browser's Back has led. */
export function cameBack(machine: Machine): void {
  if (machine.order && isIn(machine, 'leaving')) void resume(machine, machine.order)
}

async function finish(machine: Machine, order: Order, taken: Taken): Promise<void> {
  if (machine.isOver) return
  show(machine, { is: 'finishing' })
  const finished = await machine.job().finish(order, taken)
  if (finished.ok) return forgetOpenTry()
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
  fail(machine, gatewayMessages.failed, endedWords.stillHere)
}
