import { endedMessages, gatewayMessages } from '#messages/mandates.ts'
import type { Failure } from '#web/lib/api.ts'
import { forgetOpenAttempt, keepOpenAttempt, type Attempt, type Terms } from './attempts.ts'
import { isInsideApp, openCheckout } from './gateway/open-checkout.ts'
import { answered, wait } from './machine-wait.ts'
import { fail, isIn, type Machine, type Phase, show } from './machine.ts'

const mayOpen: Phase['is'][] = ['form', 'ready', 'blocked']

/** Next: opens the bank's window at once if the attempt is ready, since a browser allows that in the press alone. */
export function press(machine: Machine, terms: Terms): void {
  if (isInsideApp()) return void continueHere(machine, terms)
  if (!mayOpen.includes(machine.phase.is)) return
  const attempt = machine.ready.take(terms)
  if (attempt) open(machine, attempt, false)
  else void prepareAndOpen(machine, terms)
}

/** A press before the maximum is known, as on a slow line: shows that it was heard, and goes on once it is. */
export async function pressOnceKnown(
  machine: Machine,
  known: Promise<Terms | undefined>,
  goOn: (machine: Machine, terms: Terms) => void,
): Promise<void> {
  if (!mayOpen.includes(machine.phase.is)) return
  show(machine, { is: 'preparing' })
  const terms = await known
  if (!isIn(machine, 'preparing')) return
  show(machine, { is: 'form' })
  if (terms && !machine.isLeft) goOn(machine, terms)
}

async function prepareAndOpen(machine: Machine, terms: Terms): Promise<void> {
  if (!(await prepare(machine, terms))) return
  // For some seconds after a press a browser still allows the window; one that cannot say so needs another press.
  const attempt = navigator.userActivation?.isActive ? machine.ready.take(terms) : undefined
  if (attempt) open(machine, attempt, false)
  else show(machine, { is: 'ready' })
}

/** Without a window: this tab goes to the bank, and comes back to this page. */
export async function continueHere(machine: Machine, terms: Terms): Promise<void> {
  if (!mayOpen.includes(machine.phase.is)) return
  if (!machine.ready.has(terms) && !(await prepare(machine, terms))) return
  const attempt = machine.ready.take(terms)
  if (attempt) open(machine, attempt, true)
}

async function prepare(machine: Machine, terms: Terms): Promise<boolean> {
  show(machine, { is: 'preparing' })
  const prepared = await machine.ready.get(terms)
  // Whoever has left the step is not led to the bank.
  if (!isIn(machine, 'preparing') || machine.isLeft) return false
  if (!prepared.ok) noToken(machine, prepared)
  return prepared.ok
}

function noToken(machine: Machine, failure: Failure): void {
  if (machine.isLeft) return
  const { cause, message, errors } = failure
  console.error('There is no token for the bank.', cause)
  const { onAlreadyThere, onUnverified, onFieldErrors } = machine.job()
  const act =
    cause.code === 'already_there' ? onAlreadyThere : cause.code === 'unverified' ? onUnverified : undefined
  if (act) {
    show(machine, { is: 'form' })
    return act(failure)
  }
  fail(machine, message, endedMessages.stillHere)
  onFieldErrors(errors)
}

function open(machine: Machine, { order, checkout }: Attempt, isHere: boolean): void {
  machine.order = order
  // Before the script is called, which may take this tab away from the page.
  keepOpenAttempt(order)
  const onAnswer = (response: unknown) => answered(machine, order, response)
  const opened = openCheckout({ checkout, onAnswer, isHere })
  if (opened.is === 'open') {
    const { view } = opened
    return wait(machine, { view, bank: view.look(), isHere, isUnreached: false, isFaulty: false })
  }
  if (opened.is !== 'blocked') {
    return fail(machine, opened.is === 'failed' ? gatewayMessages.notOpened : gatewayMessages.unavailable)
  }
  machine.order = undefined
  forgetOpenAttempt()
  show(machine, { is: 'blocked' })
}
