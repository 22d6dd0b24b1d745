import { endedMessages, gatewayMessages } from '#messages/mandates.ts'
import { oneAtATime } from '#web/lib/async.ts'
import type { Order } from './attempts.ts'
import { acceptanceFromScript, acceptanceFromServer, readBankAnswer } from './gateway/bank-answer.ts'
import { hasPanel, removePanel, type BankLook } from './gateway/bank-view.ts'
import {
  askStatus,
  fail,
  failAfterAsking,
  finish,
  finishFromScript,
  isUnknown,
  type Machine,
  outcomeOf,
  show,
  stopWatching,
  verifyWithServer,
  type Waiting,
} from './machine.ts'

export function wait(machine: Machine, phase: Omit<Waiting, 'is'>): void {
  if (machine.isLeft) return
  show(machine, { ...phase, is: 'waiting' })
  machine.stopWatch ??= watch(machine)
}

function change(machine: Machine, to: Partial<Waiting>): void {
  if (machine.phase.is === 'waiting') show(machine, { ...machine.phase, ...to })
}

/** Whether neither a window nor a panel of the bank is to be seen any more. */
export function isGone({ window, hasPanel: isPanel }: BankLook): boolean {
  return window === 'closed' || window === 'unsure' || (window === 'none' && !isPanel)
}

/** Seconds between one question to our server and the next; the last one repeats. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often the bank's window is looked at. */
const LOOK_MS = 200

/** Asks at growing intervals, and at once when the window is gone, the network is back or the page is visible again. */
function watch(machine: Machine): () => void {
  const running = { current: false }
  let questions = 0
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false

  function askNow() {
    clearTimeout(timer)
    void oneAtATime(running, () => ask(machine)).then(plan)
  }
  function plan() {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(askNow, (waits[questions++] ?? 30) * 1000)
  }
  const looking = setInterval(() => {
    if (look(machine)) askNow()
  }, LOOK_MS)
  const seen = () => {
    if (document.visibilityState === 'visible') askNow()
  }
  const onError = () => {
    if (hasPanel()) change(machine, { isFaulty: true })
  }
  plan()
  addEventListener('online', askNow)
  addEventListener('error', onError)
  document.addEventListener('visibilitychange', seen)

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(looking)
    removeEventListener('online', askNow)
    removeEventListener('error', onError)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Looks at the bank's window and panel; true when they are a reason to ask our server at once. */
function look(machine: Machine): boolean {
  const { phase, order } = machine
  if (phase.is !== 'waiting' || !phase.view || !order) return false
  if (phase.view.isStuck()) {
    phase.view.end()
    void failAfterAsking(machine, order, gatewayMessages.unavailable, endedMessages.stillHere).then(() => {
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

async function ask(machine: Machine): Promise<void> {
  const { order } = machine
  if (!order) return
  const answer = await askStatus(order.transactionId)
  if (machine.phase.is !== 'waiting' || machine.order !== order) return
  if (!answer.ok) {
    return isUnknown(answer) ? fail(machine, endedMessages.unknown) : change(machine, { isUnreached: true })
  }
  const { status } = answer.body
  const outcome = outcomeOf(status)
  if (outcome === 'accepted') return finish(machine, order, acceptanceFromServer(answer.body))
  if (outcome === 'ended' && !mayGoOn(machine.phase, status === 'aborted')) {
    return fail(machine, gatewayMessages.failed, endedMessages.stillHere)
  }
  if (machine.phase.isUnreached) change(machine, { isUnreached: false })
}

/** Whether a failed attempt may still succeed: the panel repeats it, and a cut-off window is reported as an abort. */
function mayGoOn({ view, bank }: Waiting, isAborted: boolean): boolean {
  return view !== undefined && (bank.hasPanel || (isAborted && bank.window === 'unsure'))
}

/** What the gateway's script said. Anything but a success may still be one at the gateway itself, so that is asked. */
export function answered(machine: Machine, order: Order, response: unknown): void {
  const isAwaited = machine.order === order && machine.phase.is === 'waiting'
  if (!isAwaited && !mayStillCome(machine, order)) return
  const answer = readBankAnswer(response, order.transactionId)
  if (answer?.responseCode === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
  const acceptance = answer && acceptanceFromScript(answer, order.transactionId)
  if (acceptance) void finishFromScript(machine, order, acceptance)
  else if (isAwaited) void notAccepted(machine, order, answer?.responseCode)
}

const ABORTED = '0392'

async function notAccepted(machine: Machine, order: Order, code: string | undefined): Promise<void> {
  // The script takes its panel away after it has told the page, unless that goes on with the same transaction.
  await Promise.resolve()
  const { phase } = machine
  if (phase.is !== 'waiting') return
  const bank = phase.view?.look()
  if (bank?.hasPanel) return change(machine, { bank })
  if (bank?.window === 'unsure' && code === ABORTED) return
  const sentence = code === undefined ? gatewayMessages.invalid : gatewayMessages.failed
  await failAfterAsking(machine, order, sentence, endedMessages.stillHere)
}

/** Whether an answer to an attempt that was given up still counts: nobody may set up a second mandate beside it. */
function mayStillCome({ givenUp, phase }: Machine, order: Order): boolean {
  return givenUp === order && !['waiting', 'finishing', 'unfinished'].includes(phase.is)
}

/** The person closed the bank's window, or cancels; our server is asked what the bank did meanwhile all the same. */
export async function giveUp(machine: Machine, how: 'closed' | 'cancelled'): Promise<void> {
  const { order, phase } = machine
  if (!order) return show(machine, { is: 'form' })
  machine.givenUp = order
  const outcome = await verifyWithServer(machine, order)
  if (!outcome) return
  if (outcome === 'unreached') {
    const bank: BankLook = { window: phase.is === 'waiting' ? 'closed' : 'unsure', hasPanel: false }
    return wait(machine, { bank, isHere: false, isUnreached: true, isFaulty: false })
  }
  if (outcome === 'unknown') return fail(machine, endedMessages.unknown)
  if (how === 'closed' && outcome === 'ended') {
    return fail(machine, gatewayMessages.failed, endedMessages.stillHere)
  }
  fail(machine, endedMessages[how])
}

/** Goes on with an attempt whose bank was shown before this page was loaded. */
export async function resume(machine: Machine, order: Order): Promise<void> {
  machine.order = order
  const outcome = await verifyWithServer(machine, order)
  if (!outcome) return
  if (outcome === 'unknown') return fail(machine, endedMessages.unknown)
  if (outcome === 'ended') return fail(machine, gatewayMessages.failed)
  const unseen: BankLook = { window: 'unsure', hasPanel: false }
  wait(machine, { bank: unseen, isHere: false, isUnreached: outcome === 'unreached', isFaulty: false })
}

/** The browser's Back has led from the bank to this page, which shows itself as it was left. */
export function resumeAfterBack(machine: Machine): void {
  if (machine.order && machine.phase.is === 'waiting' && machine.phase.isHere)
    void resume(machine, machine.order)
}

/** The step is left, or shown again. */
export function setLeft(machine: Machine, isLeft: boolean): void {
  machine.isLeft = isLeft
  if (!isLeft) return
  stopWatching(machine)
  // Its panel would lie over what is shown now; a window may finish what it began.
  if (machine.phase.is === 'waiting') removePanel()
}
