import { endedMessages, gatewayMessages } from '#contract/messages/mandates.ts'
import { readBankAnswer } from './gateway/bank-answer.ts'
import { hasPanel, removePanel, type BankLook } from './gateway/bank-view.ts'
import type { Order } from './attempt.ts'
import { fail, finish, isIn, isUnknown, judge, show, stopWatching, takeUp, type Machine } from './machine.ts'
import { askState, meaningOf, takenBy, takenFrom } from './mandate-state.ts'
import type { Waiting } from './phase.ts'
import { watch } from './watch.ts'

/** How it looks to a page that was loaded since the bank was shown. */
const unseen: BankLook = { window: 'unsure', hasPanel: false }

export function wait(machine: Machine, phase: Omit<Waiting, 'is'>): void {
  if (machine.isOver) return
  show(machine, { ...phase, is: 'waiting' })
  machine.stopWatch ??= watch({
    ask: () => ask(machine),
    look: () => look(machine),
    onFault: () => fault(machine),
  })
}

function change(machine: Machine, to: Partial<Waiting>): void {
  if (machine.phase.is === 'waiting') show(machine, { ...machine.phase, ...to })
}

/** Whether nothing of the bank is to be seen beside the page or in it any more. */
export function isGone({ window, hasPanel: isPanel }: BankLook): boolean {
  return window === 'closed' || window === 'unsure' || (window === 'none' && !isPanel)
}

/** Looks how the bank stands; true when that is a reason to ask our server at once. */
function look(machine: Machine): boolean {
  const { phase, order } = machine
  if (phase.is !== 'waiting' || !phase.view || !order) return false
  if (phase.view.isStuck()) {
    phase.view.end()
    void judge(machine, order, gatewayMessages.unavailable, endedMessages.stillHere).then(() => {
      if (machine.phase.is === 'form') show(machine, { ...machine.phase, isBroken: true })
    })
    return false
  }
  const bank = phase.view.look()
  const before = phase.bank
  if (bank.window === before.window && bank.hasPanel === before.hasPanel) return false
  change(machine, { bank })
  return isGone(bank) && !isGone(before)
}

function fault(machine: Machine): void {
  if (hasPanel()) change(machine, { isFaulty: true })
}

async function ask(machine: Machine): Promise<void> {
  const { order } = machine
  if (!order) return
  const state = await askState(order.transactionId)
  if (machine.phase.is !== 'waiting' || machine.order !== order) return
  if (!state.ok) {
    return isUnknown(state) ? fail(machine, endedMessages.unknown) : change(machine, { isUnreached: true })
  }
  const { status } = state.body
  const meaning = meaningOf(status)
  if (meaning === 'taken up') return finish(machine, order, takenBy(state.body))
  if (meaning === 'over' && !mayGoOn(machine.phase, status === 'aborted')) {
    return fail(machine, gatewayMessages.failed, endedMessages.stillHere)
  }
  if (machine.phase.isUnreached) change(machine, { isUnreached: false })
}

/**
 * Whether a try that failed may still succeed: the gateway's panel repeats it under the same transaction, and its script
 * calls an abort what is only a window that was cut off.
 */
function mayGoOn({ view, bank }: Waiting, isAborted: boolean): boolean {
  if (!view) return false
  return bank.hasPanel || (isAborted && bank.window === 'unsure')
}

/** What the gateway's script said. Anything but a success may still be one at the gateway itself, so that is asked. */
export function answered(machine: Machine, order: Order, response: unknown): void {
  const isAwaited = machine.order === order && machine.phase.is === 'waiting'
  if (!isAwaited && !mayStillCome(machine, order)) return
  const answer = readBankAnswer(response, order.transactionId)
  if (answer?.responseCode === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
  const taken = takenFrom(answer, order.transactionId)
  if (taken) void takeUp(machine, order, taken)
  else if (isAwaited) void notTaken(machine, order, answer?.responseCode)
}

const ABORTED = '0392'

async function notTaken(machine: Machine, order: Order, code: string | undefined): Promise<void> {
  // The script takes its panel away after it has told the page, unless that goes on with the same transaction.
  await Promise.resolve()
  const { phase } = machine
  if (phase.is !== 'waiting') return
  const bank = phase.view?.look()
  if (bank?.hasPanel) return change(machine, { bank })
  if (bank?.window === 'unsure' && code === ABORTED) return
  const sentence = code === undefined ? gatewayMessages.invalid : gatewayMessages.failed
  await judge(machine, order, sentence, endedMessages.stillHere)
}

/** Whether an answer of a try that was given up still counts: nobody is to set up a second mandate beside it. */
function mayStillCome({ givenUp, phase }: Machine, order: Order): boolean {
  return givenUp === order && ['form', 'ready', 'blocked', 'asking', 'preparing'].includes(phase.is)
}

/** The person closed the bank's window, or wants no more of it; what the bank did meanwhile is asked all the same. */
export async function giveUp(machine: Machine, how: 'closed' | 'cancelled'): Promise<void> {
  const { order, phase } = machine
  if (!order) return show(machine, { is: 'form' })
  machine.givenUp = order
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (!isIn(machine, 'asking') || machine.order !== order) return
  if (!state.ok && isUnknown(state)) return fail(machine, endedMessages.unknown)
  if (!state.ok) {
    const bank: BankLook = { window: phase.is === 'waiting' ? 'closed' : 'unsure', hasPanel: false }
    return wait(machine, { bank, isHere: false, isUnreached: true, isFaulty: false })
  }
  const meaning = meaningOf(state.body.status)
  if (meaning === 'taken up') return finish(machine, order, takenBy(state.body))
  if (how === 'closed' && meaning === 'over') {
    return fail(machine, gatewayMessages.failed, endedMessages.stillHere)
  }
  fail(machine, endedMessages[how])
}

/** Goes on with a try of which the bank was shown before this page was loaded. */
export async function resume(machine: Machine, order: Order): Promise<void> {
  machine.order = order
  show(machine, { is: 'asking' })
  const state = await askState(order.transactionId)
  if (machine.order !== order) return
  if (!state.ok && isUnknown(state)) return fail(machine, endedMessages.unknown)
  const meaning = state.ok ? meaningOf(state.body.status) : 'undecided'
  if (state.ok && meaning === 'taken up') return finish(machine, order, takenBy(state.body))
  if (meaning === 'over') return fail(machine, gatewayMessages.failed)
  wait(machine, { bank: unseen, isHere: false, isUnreached: !state.ok, isFaulty: false })
}

/** The page stands there as it was left for the bank, from which the browser's Back has led. */
export function cameBack(machine: Machine): void {
  if (machine.order && machine.phase.is === 'waiting' && machine.phase.isHere)
    void resume(machine, machine.order)
}

/** The step is left, or shown again. */
export function setOver(machine: Machine, isOver: boolean): void {
  machine.isOver = isOver
  if (!isOver) return
  stopWatching(machine)
  // Its panel would lie over what is shown now; a window may finish what it began.
  if (machine.phase.is === 'waiting') removePanel()
}
