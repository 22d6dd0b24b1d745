import { toast } from '#web/ui/toast.ts'
import { endedMessages, gatewayMessages, openingMessages } from '#messages/mandates.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Failure } from '#web/lib/api.ts'
import { newest } from '#web/lib/async.ts'
import {
  askStatus,
  type Attempt,
  forgetOpenAttempt,
  isUnknown,
  keepOpenAttempt,
  type Order,
  outcomeOf,
  type prepareAttempt,
  type Terms,
} from './attempts.ts'
import {
  type Acceptance,
  acceptanceFromScript,
  acceptanceFromServer,
  readBankAnswer,
} from './gateway/bank-answer.ts'
import {
  type BankLook,
  hasPanel,
  isInsideApp,
  openCheckout,
  openForBank,
  removePanel,
} from './gateway/checkout.ts'
import { isGone, type MandateJob, type Phase, type Waiting } from './phases.ts'

export type Machine = ReturnType<typeof createMachine>

interface Parts {
  prepare: typeof prepareAttempt
  job(): MandateJob
  draw(phase: Phase): void
}

export function createMachine(parts: Parts) {
  return {
    ...parts,
    phase: { is: 'form' } as Phase,
    /** Whether the phase that waits for an answer is still the one shown. */
    current: newest(),
    /** The attempt that the bank was shown last. */
    order: undefined as Order | undefined,
    /** The attempt that was given up last: the bank may still accept it, in a window that was slow to close. */
    givenUp: undefined as Order | undefined,
  }
}

/** Shows a phase; answers a signal that is aborted by the next one, for whatever this one waits for. */
function show(machine: Machine, phase: Phase): AbortSignal {
  const before = machine.phase
  if (before.is === 'left') return AbortSignal.abort()
  const signal = machine.current.begin()
  machine.phase = phase
  // A window left open could end in a mandate beside the next one, and a panel would lie over what is shown now.
  if (before.is === 'waiting' && phase.is !== 'waiting') before.view?.close()
  if (before.is === 'preparing' && phase.is !== 'waiting') before.bank?.close()
  machine.draw(phase)
  return signal
}

/** Back to the fields, with the reason. */
export function fail(machine: Machine, problem: string | readonly string[], hint?: string): void {
  const sentences = [problem].flat()
  if (show(machine, { is: 'form', problem: sentences, hint }).aborted) return
  machine.order = undefined
  forgetOpenAttempt()
  toast.error(sentences[0] ?? '', { id: 'mandate', isSaidBeside: true })
}

export function leave(machine: Machine): void {
  // Its panel would lie over what is shown now; a window may finish what it began.
  if (machine.phase.is === 'waiting') removePanel()
  if (machine.phase.is === 'preparing') machine.phase.bank?.close()
  machine.current.end()
  machine.phase = { is: 'left' }
}

/** The phases in which Next can be pressed. */
const pressable: readonly Phase['is'][] = ['form', 'blocked']

/**
 * Next: asks for a token and leads to the bank, in a window of its own or in this tab. A browser allows a window in the press
 * alone, so it is opened there, and the bank comes into it once there is a token.
 */
export async function press(
  machine: Machine,
  coming: Terms | Promise<Terms | undefined>,
  isHere = isInsideApp(),
): Promise<void> {
  if (!pressable.includes(machine.phase.is)) return
  const bank = isHere ? undefined : openForBank(openingMessages.coming)
  if (!isHere && !bank) return void show(machine, { is: 'blocked' })
  const signal = show(machine, { is: 'preparing', bank })
  const terms = await coming
  if (signal.aborted) return
  if (!terms) return void show(machine, { is: 'form' })
  const prepared = await machine.prepare(terms)
  if (signal.aborted) return
  if (!prepared.ok) return noToken(machine, prepared)
  if (bank?.closed) return fail(machine, endedMessages.cancelled)
  open(machine, prepared.attempt, bank)
}

function noToken(machine: Machine, failure: Failure): void {
  const { cause, message, errors } = failure
  console.error('There is no token for the bank.', cause)
  const { onAlreadyThere, onUnverified, onFieldErrors } = machine.job()
  const act =
    cause.code === 'already_there' || cause.code === 'mandate_stands'
      ? onAlreadyThere
      : cause.code === 'unverified'
        ? onUnverified
        : undefined
  if (act) {
    show(machine, { is: 'form' })
    return act(failure)
  }
  fail(machine, message, endedMessages.stillHere)
  onFieldErrors(errors)
}

function open(machine: Machine, { order, checkout }: Attempt, bank: Window | undefined): void {
  machine.order = order
  // Before the script is called, which may take this tab away from the page.
  keepOpenAttempt(order)
  const onAnswer = (response: unknown) => answered(machine, order, response)
  const opened = openCheckout({ checkout, onAnswer, bank })
  if (opened.is !== 'open') {
    return fail(machine, opened.is === 'failed' ? gatewayMessages.notOpened : gatewayMessages.unavailable)
  }
  const { view } = opened
  wait(machine, { view, bank: view.look(), isHere: bank === undefined })
}

/** Seconds between one question to our server and the next; the last one repeats. */
const waits = [1, 3, 3, 5, 8, 12, 20, 30]
/** How often the bank's window is looked at. */
const LOOK_MS = 200
/** Until a bank that has not appeared is called late; the gateway's script may have come in part. */
const LATE_MS = 12_000

/** Asks at growing intervals, and at once when the window is gone, the network is back or somebody looks at the page again. */
function wait(machine: Machine, phase: Omit<Waiting, 'is'>): void {
  const signal = show(machine, { ...phase, is: 'waiting' })
  if (signal.aborted) return
  let questions = 0
  let isAsking = false
  let isStale = false
  let timer: ReturnType<typeof setTimeout>

  /** Asks until the answer is one to the newest reason to ask. */
  async function askNow() {
    clearTimeout(timer)
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale && !signal.aborted) {
      isStale = false
      await ask(machine, signal)
      if (isStale) change(machine, { isUndecided: false })
    }
    isAsking = false
    plan()
  }
  function plan() {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void askNow(), (waits[questions++] ?? 30) * 1000)
  }
  /** Something may have happened at the bank. */
  function askAnew() {
    questions = 0
    change(machine, { isUndecided: false })
    void askNow()
  }
  const looking = setInterval(() => {
    if (look(machine)) askAnew()
  }, LOOK_MS)
  const late = setTimeout(() => change(machine, { isLate: true }), LATE_MS)
  const seen = () => {
    if (document.visibilityState === 'visible') askAnew()
  }
  const onError = () => {
    if (hasPanel()) change(machine, { isFaulty: true })
  }
  plan()
  addEventListener('online', askAnew, { signal })
  addEventListener('focus', askAnew, { signal })
  addEventListener('error', onError, { signal })
  document.addEventListener('visibilitychange', seen, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(late)
    clearInterval(looking)
  })
}

/** What is seen while the bank is to answer; it is the same wait. */
function change(machine: Machine, to: Partial<Waiting>): void {
  if (machine.phase.is !== 'waiting') return
  machine.phase = { ...machine.phase, ...to }
  machine.draw(machine.phase)
}

/** Looks at the bank's window and panel; true when they are a reason to ask our server at once. */
function look(machine: Machine): boolean {
  const { phase } = machine
  if (phase.is !== 'waiting' || !phase.view) return false
  const bank = phase.view.look()
  const before = phase.bank
  if (bank.window === before.window && bank.hasPanel === before.hasPanel) return false
  change(machine, { bank })
  return isGone(bank) && !isGone(before)
}

/** One question to our server while the bank is to answer. */
async function ask(machine: Machine, signal: AbortSignal): Promise<void> {
  const { order } = machine
  if (!order) return
  const answer = await askStatus(order.transactionId)
  const { phase } = machine
  if (signal.aborted || phase.is !== 'waiting') return
  if (!answer.ok) {
    return isUnknown(answer) ? fail(machine, endedMessages.unknown) : change(machine, { isUnreached: true })
  }
  const { status } = answer.body
  const outcome = outcomeOf(status)
  if (outcome === 'accepted') return finish(machine, order, acceptanceFromServer(answer.body))
  if (outcome === 'ended' && !mayGoOn(phase, status === 'aborted')) {
    return fail(machine, gatewayMessages.failed, hintOf(status))
  }
  change(machine, { isUnreached: false, isUndecided: true })
}

/** What is said beside an attempt that came to nothing: leaving the bank is not being refused by it. */
function hintOf(status: MandateStatus): string {
  if (status === 'aborted') return endedMessages.left
  return status === 'failed' ? endedMessages.refused : endedMessages.stillHere
}

/** Whether a failed attempt may still succeed: the panel repeats it, and a cut-off window is reported as an abort. */
function mayGoOn({ view, bank }: Waiting, isAborted: boolean): boolean {
  return view !== undefined && (bank.hasPanel || (isAborted && bank.window === 'unsure'))
}

/** What the gateway's script said. Anything but a success may still be one at the gateway itself, so that is asked. */
function answered(machine: Machine, order: Order, response: unknown): void {
  const isAwaited = machine.order === order && machine.phase.is === 'waiting'
  if (!isAwaited && !mayStillCome(machine, order)) return
  const answer = readBankAnswer(response, order.transactionId)
  if (answer?.responseCode === '0300') console.info('The bank’s answer is 0300: the transaction succeeded.')
  const acceptance = answer && acceptanceFromScript(answer, order.transactionId)
  if (!acceptance) {
    if (isAwaited) void notAccepted(machine, order, answer?.responseCode)
    return
  }
  machine.givenUp = undefined
  machine.order = order
  keepOpenAttempt(order)
  void finish(machine, order, acceptance)
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
  const outcome = await verifyWithServer(machine, order)
  if (outcome === undefined) return
  // It may still succeed, at a bank that is slow to answer.
  machine.givenUp = order
  if (code === undefined) return fail(machine, gatewayMessages.invalid, endedMessages.stillHere)
  fail(machine, gatewayMessages.failed, hintOf(code === ABORTED ? 'aborted' : 'failed'))
}

/** Whether an answer to an attempt that was given up still counts: nobody may set up a second mandate beside it. */
function mayStillCome({ givenUp, phase }: Machine, order: Order): boolean {
  return givenUp === order && !['waiting', 'finishing', 'unfinished', 'left'].includes(phase.is)
}

/** The person closed the bank's window, or cancels; our server is asked what the bank did meanwhile all the same. */
export async function giveUp(machine: Machine, how: 'closed' | 'cancelled'): Promise<void> {
  const { order, phase } = machine
  if (!order) return void show(machine, { is: 'form' })
  machine.givenUp = order
  const outcome = await verifyWithServer(machine, order)
  if (outcome === 'unreached') {
    const window = phase.is === 'waiting' ? 'closed' : 'unsure'
    wait(machine, { bank: { window, hasPanel: false }, isUnreached: true })
  } else if (outcome === 'unknown') fail(machine, endedMessages.unknown)
  else if (outcome && outcome !== 'undecided' && how === 'closed') {
    fail(machine, gatewayMessages.failed, hintOf(outcome))
  } else if (outcome) fail(machine, endedMessages[how])
}

/** Goes on with an attempt whose bank was shown before this page was loaded. */
export async function resume(machine: Machine, order: Order): Promise<void> {
  machine.order = order
  const outcome = await verifyWithServer(machine, order)
  if (outcome === 'unknown') fail(machine, endedMessages.unknown)
  else if (outcome === 'undecided' || outcome === 'unreached') {
    const bank: BankLook = { window: 'unsure', hasPanel: false }
    wait(machine, { bank, isUnreached: outcome === 'unreached' })
  } else if (outcome) fail(machine, gatewayMessages.failed, hintOf(outcome))
}

/** The browser's Back has led from the bank to this page, which shows itself as it was left. */
export function resumeAfterBack(machine: Machine): void {
  if (machine.order && machine.phase.is === 'waiting' && machine.phase.isHere)
    void resume(machine, machine.order)
}

/** Loads the page anew, since the gateway's script cannot be begun twice; the tab keeps what is typed but for the number. */
export function reload({ phase }: Machine): void {
  if (phase.is === 'waiting') phase.view?.close()
  forgetOpenAttempt()
  location.reload()
}

/** Asks our server and finishes what the bank accepted; else answers how it ended, nothing if the phase has changed. */
async function verifyWithServer(
  machine: Machine,
  order: Order,
): Promise<'unknown' | 'unreached' | 'undecided' | MandateStatus | undefined> {
  const signal = show(machine, { is: 'asking' })
  const answer = await askStatus(order.transactionId)
  if (signal.aborted) return undefined
  if (!answer.ok) return isUnknown(answer) ? 'unknown' : 'unreached'
  const { status } = answer.body
  const outcome = outcomeOf(status)
  if (outcome !== 'accepted') return outcome === 'undecided' ? outcome : status
  await finish(machine, order, acceptanceFromServer(answer.body))
  return undefined
}

async function finish(machine: Machine, order: Order, acceptance: Acceptance): Promise<void> {
  const signal = show(machine, { is: 'finishing' })
  if (signal.aborted) return
  const finished = await machine.job().finish(order, acceptance)
  if (finished.ok) return forgetOpenAttempt()
  if (signal.aborted) return
  // Our server may know better than the browser that nothing was set up; then another attempt is the way on.
  const answer = await askStatus(order.transactionId)
  if (signal.aborted) return
  if (answer.ok && outcomeOf(answer.body.status) !== 'accepted') return fail(machine, finished.sentences)
  toast.error(finished.sentences[0] ?? '', { id: 'mandate', isSaidBeside: true })
  show(machine, { is: 'unfinished', sentences: finished.sentences })
}

/** Our own part once more, with the bank's status of now. */
export async function finishAgain(machine: Machine): Promise<void> {
  const { order } = machine
  if (!order || machine.phase.is !== 'unfinished') return
  show(machine, { is: 'finishing' })
  const answer = await askStatus(order.transactionId)
  if (!answer.ok) return void show(machine, { is: 'unfinished', sentences: [answer.message] })
  if (outcomeOf(answer.body.status) === 'accepted') {
    return finish(machine, order, acceptanceFromServer(answer.body))
  }
  fail(machine, gatewayMessages.failed, hintOf(answer.body.status))
}
