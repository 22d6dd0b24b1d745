import { endedMessages, gatewayMessages } from '#contract/messages/mandates.ts'
import type { Failure } from '#web/lib/api.ts'
import { isInsideApp } from './gateway/inside-app.ts'
import { openCheckout } from './gateway/open-checkout.ts'
import type { Attempt, Terms } from './attempt.ts'
import { fail, isIn, show, type Machine } from './machine.ts'
import { forgetOpenAttempt, keepOpenAttempt } from './open-attempt.ts'
import { answered, wait } from './waiting.ts'

const mayOpen = ['form', 'ready', 'blocked']

/** Next: opens the bank's window at once if all is here for it, since a browser allows that in the press alone. */
export function press(machine: Machine, terms: Terms): void {
  if (isInsideApp()) return void continueHere(machine, terms)
  if (!mayOpen.includes(machine.phase.is)) return
  const attempt = machine.ready.take(terms)
  if (attempt) open(machine, attempt, false)
  else void getReady(machine, terms)
}

async function getReady(machine: Machine, terms: Terms): Promise<void> {
  if (!(await prepared(machine, terms))) return
  // For some seconds after a press a browser allows the window still; one that cannot say so needs another.
  const attempt = navigator.userActivation?.isActive ? machine.ready.take(terms) : undefined
  if (attempt) open(machine, attempt, false)
  else show(machine, { is: 'ready' })
}

/** The way without a window: this tab goes to the bank, and comes back to this page. */
export async function continueHere(machine: Machine, terms: Terms): Promise<void> {
  if (!mayOpen.includes(machine.phase.is)) return
  if (!machine.ready.has(terms) && !(await prepared(machine, terms))) return
  const attempt = machine.ready.take(terms)
  if (attempt) open(machine, attempt, true)
}

async function prepared(machine: Machine, terms: Terms): Promise<boolean> {
  show(machine, { is: 'preparing' })
  const got = await machine.ready.get(terms)
  if (!isIn(machine, 'preparing')) return false
  if (!got.ok) refused(machine, got)
  return got.ok
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
  fail(machine, message, endedMessages.stillHere)
  machine.job().onFieldErrors(errors)
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
