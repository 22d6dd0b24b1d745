import { toast } from 'react-hot-toast/headless'
import type { FieldError } from '#contract/errors.ts'
import { endedMessages, gatewayMessages, waitingMessages } from '#messages/mandates.ts'
import { api } from '#contract/paths.ts'
import { mandateStatusResponse, type MandateState, type MandateStatus } from '#contract/schemas/mandates.ts'
import { getJson, type AnswerWith, type Failure } from '#web/lib/api.ts'
import { forgetOpenAttempt, keepOpenAttempt, type Order, type ReadyAttempt } from './attempts.ts'
import { acceptanceFromServer, type Acceptance } from './gateway/bank-answer.ts'
import type { BankLook, BankView } from './gateway/bank-view.ts'

/**
 * The phases of setting up a mandate. `machine-open.ts` leads from the form to the bank; `machine-wait.ts` from there to an
 * outcome; this file has what both share, and what follows an acceptance.
 */
export type Phase =
  /** The fields can be filled in; `problem` is how the last attempt ended, `isBroken` if by a script that never loaded whole. */
  | { is: 'form'; problem?: readonly string[]; isBroken?: boolean }
  /** Next was pressed before the token was there. */
  | { is: 'preparing' }
  /** The token came too late for that press: the window needs another. */
  | { is: 'ready' }
  /** The browser allowed no window. */
  | { is: 'blocked' }
  | Waiting
  /** Our server is being asked for the status. */
  | { is: 'asking' }
  /** The bank has accepted the mandate, and our server is being told. */
  | { is: 'finishing' }
  /** The bank has accepted the mandate, and our server refused it. */
  | { is: 'unfinished'; sentences: readonly string[] }

/** The bank is to answer. */
export interface Waiting {
  is: 'waiting'
  /** Absent in a page that was loaded since the bank was shown. */
  view?: BankView | undefined
  bank: BankLook
  /** The bank is shown in this tab. */
  isHere: boolean
  /** The last question to our server failed. */
  isUnreached: boolean
  /** An error happened in the page while the gateway's panel lay over it. */
  isFaulty: boolean
}

/** How our own part ended; the sentences are of a refusal. */
export type Finished = { ok: true } | { ok: false; sentences: readonly string[] }

/** What differs between the two pages that set a mandate up: the wizard's step 2, and the retry of a failed mandate. */
export interface MandateJob {
  /** Tells our server, once the bank has accepted the mandate; never rejects. */
  finish(order: Order, acceptance: Acceptance): Promise<Finished>
  /** No token: the bank has accepted an earlier attempt. */
  onAlreadyThere(failure: Failure): void
  /** No token: our server does not know the visitor any more. Without this, its sentence is shown. */
  onUnverified?(failure: Failure): void
  /** No token: single fields are wrong. */
  onFieldErrors(errors: FieldError[]): void
}

export interface Machine {
  phase: Phase
  /** The attempt that the bank was shown last. */
  order?: Order | undefined
  /** The attempt that was given up last: the bank may still accept it, in a window that was slow to close. */
  givenUp?: Order | undefined
  ready: ReadyAttempt
  job(): MandateJob
  draw(phase: Phase): void
  stopWatch?: (() => void) | undefined
  /** The step is left: what is still running ends in silence, and the note of the open attempt leads back to it. */
  isLeft?: boolean
}

export function show(machine: Machine, phase: Phase): void {
  if (machine.isLeft) return
  const before = machine.phase
  machine.phase = phase
  if (phase.is !== 'waiting') {
    stopWatching(machine)
    // A window left open could end in a mandate beside the next one, and a panel would lie over what is shown now.
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

/** Back to the fields, with the reason. */
export function fail(machine: Machine, ...problem: string[]): void {
  if (machine.isLeft) return
  machine.order = undefined
  forgetOpenAttempt()
  toast.error(problem[0] ?? '', { id: 'mandate' })
  show(machine, { is: 'form', problem })
}

/** The gateway has 15 seconds to answer our server. */
const STATUS_TIMEOUT_MS = 25_000

/** The status of a transaction as our server gives it, once it has asked the gateway. */
export async function askStatus(transactionId: string): Promise<AnswerWith<MandateState>> {
  const answer = await getJson({
    url: api.mandateStatus + transactionId,
    schema: mandateStatusResponse,
    fallback: waitingMessages.unreached,
    timeoutMs: STATUS_TIMEOUT_MS,
  })
  if (answer.ok) return { ok: true, body: answer.body.data }
  console.error('The status of the mandate could not be read.', answer.cause)
  return answer
}

export function outcomeOf(status: MandateStatus): 'accepted' | 'undecided' | 'ended' {
  if (status === 'initiated' || status === 'active') return 'accepted'
  return status === 'created' || status === 'opened' ? 'undecided' : 'ended'
}

/** Whether our server knows no such attempt of this visitor: their session has ended. */
export function isUnknown({ cause }: Failure): boolean {
  return cause.code === 'not_found' || cause.code === 'unverified'
}

/** Asks our server and finishes what the bank accepted; else answers the outcome, nothing if the phase has changed. */
export async function verifyWithServer(
  machine: Machine,
  order: Order,
): Promise<'unknown' | 'unreached' | 'undecided' | 'ended' | undefined> {
  show(machine, { is: 'asking' })
  const answer = await askStatus(order.transactionId)
  if (!isIn(machine, 'asking') || machine.order !== order) return undefined
  if (!answer.ok) return isUnknown(answer) ? 'unknown' : 'unreached'
  const outcome = outcomeOf(answer.body.status)
  if (outcome !== 'accepted') return outcome
  await finish(machine, order, acceptanceFromServer(answer.body))
  return undefined
}

/** Says `sentences`, unless our server knows that the bank has accepted the mandate. */
export async function failAfterAsking(machine: Machine, order: Order, ...sentences: string[]): Promise<void> {
  if ((await verifyWithServer(machine, order)) === undefined) return
  // It may still succeed, at a bank that is slow to answer.
  machine.givenUp = order
  fail(machine, ...sentences)
}

/** The gateway's script says that the bank has accepted the mandate. */
export function finishFromScript(machine: Machine, order: Order, acceptance: Acceptance): Promise<void> {
  machine.givenUp = undefined
  machine.order = order
  machine.ready.drop()
  keepOpenAttempt(order)
  return finish(machine, order, acceptance)
}

export async function finish(machine: Machine, order: Order, acceptance: Acceptance): Promise<void> {
  if (machine.isLeft) return
  show(machine, { is: 'finishing' })
  const finished = await machine.job().finish(order, acceptance)
  if (finished.ok) return forgetOpenAttempt()
  if (machine.isLeft) return
  // Our server may know better than the browser that nothing was set up; then another attempt is the way on.
  const answer = await askStatus(order.transactionId)
  if (answer.ok && outcomeOf(answer.body.status) !== 'accepted') return fail(machine, ...finished.sentences)
  if (machine.isLeft) return
  toast.error(finished.sentences[0] ?? '', { id: 'mandate' })
  show(machine, { is: 'unfinished', sentences: finished.sentences })
}

/** Our own part once more, with the bank's status of now. */
export async function finishAgain(machine: Machine): Promise<void> {
  const { order } = machine
  if (!order || machine.phase.is !== 'unfinished') return
  show(machine, { is: 'finishing' })
  const answer = await askStatus(order.transactionId)
  if (!answer.ok) return show(machine, { is: 'unfinished', sentences: [answer.message] })
  if (outcomeOf(answer.body.status) === 'accepted') {
    return finish(machine, order, acceptanceFromServer(answer.body))
  }
  fail(machine, gatewayMessages.failed, endedMessages.stillHere)
}
