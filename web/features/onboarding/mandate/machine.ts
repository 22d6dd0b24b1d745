import { endedMessages, gatewayMessages } from '#messages/mandates.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Failure } from '#web/lib/api.ts'
import type { Attempt, Order, Status, Terms } from './attempts.ts'
import { type Acceptance, ABORTED } from './gateway/bank-answer.ts'
import type { BankLook, BankView } from './gateway/checkout.ts'

/** The progress of a mandate: from the form to the bank, from there to an outcome, and what follows an acceptance. */
export type Phase = {
  /** The attempt that was given up last; the bank may still accept it, in a window that closed slowly. */
  givenUp?: Order | undefined
} &
  /** `isBlocked`: the browser allowed no window. */
  (
    | { kind: 'form'; problem?: readonly string[]; hint?: string | undefined; isBlocked?: boolean }
    /** The token is requested; `bank` is the window that waits for it, unless the bank is shown in this tab. */
    | { kind: 'preparing'; bank: Window | undefined }
    | Waiting
    /** Our server is asked for the attempt's status, after an event in the browser. */
    | { kind: 'asking'; order: Order; after: After }
    /** The bank has accepted the mandate, and our server is being told. */
    | { kind: 'finishing'; order: Order }
    /** The bank has accepted the mandate, and our server refused it. */
    | { kind: 'unfinished'; order: Order; sentences: readonly string[] }
    /** The page shows something else. The note of the open attempt in the tab leads back to it. */
    | { kind: 'left' }
  )

/** The bank's answer is awaited. */
export interface Waiting {
  kind: 'waiting'
  order: Order
  /** Absent in a page that was loaded after the bank was shown. */
  view?: BankView | undefined
  bank: BankLook
  /** The bank is shown in this tab. */
  isHere?: boolean
  /** The last request to our server failed. */
  isUnreached?: boolean
  /** Our server had no answer of the bank when it was last asked, and nothing has happened since. */
  isUndecided?: boolean
  /** The bank did not appear in time, or an error happened while the gateway's panel covered the page. */
  isLate?: boolean
}

type After =
  | 'resumed'
  /** Reported by the person. */
  | 'closed'
  | 'cancelled'
  /** Reported by the gateway's script. */
  | 'refused'
  | 'aborted'
  | 'invalid'

/** The events, each with what is known of it. */
export interface Events {
  /** Next was pressed; the terms may not be known yet. */
  pressed: { bank: Window | undefined; isHere: boolean; terms: Coming }
  noTerms: undefined
  noToken: Failure
  prepared: Attempt
  shown: { order: Order; view: BankView; bank: BankLook }
  notShown: keyof typeof notShown
  /** The bank was seen, or has not been seen for long; the page checks repeatedly. */
  seen: { bank: BankLook } | { isLate: true }
  /** The network is back, or the page is visible again. */
  returned: undefined
  /** Our server's answer about the status. */
  status: Status
  /** The gateway's script reported that the bank accepted an attempt. */
  accepted: { order: Order; acceptance: Acceptance }
  /** The script reported another code, or something unreadable. */
  notAccepted: { order: Order; code: string | undefined; bank: BankLook | undefined }
  gaveUp: 'closed' | 'cancelled'
  /** An attempt from before this page was loaded continues. */
  resumed: Order
  /** The browser's Back has led from the bank to this page. */
  shownAgain: undefined
  notFinished: { sentences: readonly string[]; status: Status }
  finishAgain: undefined
  /** Something other than an attempt failed. */
  failed: string
  reloaded: undefined
  left: undefined
}

/** What is done when a phase begins. */
export interface Effects {
  prepare(terms: Coming): Promise<void>
  /** Stores a note of the attempt in the tab. */
  keep(order: Order): void
  forget(): void
  show(attempt: Attempt, bank: Window | undefined): void
  ask(order: Order): Promise<void>
  finish(order: Order, acceptance: Acceptance): Promise<void>
  say(sentence: string | undefined): void
  /** Tells the page why there is no token. */
  tell(why: 'onAlreadyThere' | 'onUnverified' | 'onFieldErrors', failure: Failure): void
  close(what: { close(): void } | undefined): void
  removePanel(): void
  reload(): void
}

/** The terms of a mandate; undefined if the maximum amount could not be read. */
export type Coming = Terms | Promise<Terms | undefined>
export type Effect = { [Name in keyof Effects]: [Name, ...Parameters<Effects[Name]>] }[keyof Effects]
type Step = readonly [Phase, ...Effect[]]
type PhaseOf<Kind> = Extract<Phase, { kind: Kind }>
type Row<P> = { [E in keyof Events]?: (phase: PhaseOf<P>, event: Events[E]) => Step }

const notShown = {
  closed: endedMessages.cancelled,
  failed: gatewayMessages.notOpened,
  unavailable: gatewayMessages.unavailable,
} as const

/** The effect of each event in each phase; an event without a row changes nothing. */
const table: { [P in Phase['kind']]: Row<P> } = {
  form: {
    pressed: (_, { bank, isHere, terms }) =>
      bank || isHere
        ? [{ kind: 'preparing', bank }, ['prepare', terms]]
        : [{ kind: 'form', isBlocked: true }],
    accepted: acceptedLate,
    resumed: (_, order) => ask(order, 'resumed'),
    failed: (_, sentence) => failed(sentence),
  },
  preparing: {
    noTerms: () => [{ kind: 'form' }],
    noToken: (_, failure) => noToken(failure),
    // The note is stored before the script is called, which may replace this page in the tab.
    prepared: (phase, attempt) => [phase, ['keep', attempt.order], ['show', attempt, phase.bank]],
    shown: (phase, shown) => [{ kind: 'waiting', ...shown, isHere: phase.bank === undefined }],
    notShown: (_, because) => failed(notShown[because]),
    accepted: acceptedLate,
    resumed: (_, order) => ask(order, 'resumed'),
    failed: (_, sentence) => failed(sentence),
  },
  waiting: {
    seen(phase, seen) {
      const next = { ...phase, ...seen }
      return isGone(next.bank) && !isGone(phase.bank) ? askAnew(next) : [next]
    },
    returned: askAnew,
    status: heardWhileWaiting,
    accepted: (phase, { order, acceptance }) =>
      isSame(order, phase.order) ? finish(order, acceptance) : [phase],
    notAccepted,
    gaveUp: ({ order }, how) => ask(order, how),
    shownAgain: (phase) => (phase.isHere ? ask(phase.order, 'resumed') : [phase]),
    // The gateway's script cannot start twice in a page; the tab keeps what is typed, except the account's number.
    reloaded: (phase) => [phase, ['close', phase.view], ['forget'], ['reload']],
  },
  asking: {
    status: heardAfter,
    accepted: acceptedLate,
  },
  finishing: {
    // Asked before our own part is retried.
    status({ order }, status) {
      if (status.kind === 'accepted') return finish(order, status.acceptance)
      return 'message' in status ? unfinished(order, [status.message]) : ended(status.status)
    },
    // Our server may know that nothing was set up, which the browser does not; then another attempt follows.
    notFinished: ({ order }, { sentences, status }) =>
      status.kind === 'ended' || status.kind === 'undecided'
        ? failed(sentences)
        : unfinished(order, sentences),
  },
  unfinished: {
    finishAgain: ({ order }) => [{ kind: 'finishing', order }, ['ask', order]],
  },
  left: {},
}

/** Returns to the fields, with the reason. */
function failed(problem: string | readonly string[], hint?: string): Step {
  const sentences = [problem].flat()
  return [{ kind: 'form', problem: sentences, hint }, ['forget'], ['say', sentences[0]]]
}

function ask(order: Order, after: After): Step {
  const givenUp = after === 'resumed' ? {} : { givenUp: order }
  return [{ kind: 'asking', order, after, ...givenUp }, ['ask', order]]
}

function finish(order: Order, acceptance: Acceptance): Step {
  const phase = { kind: 'finishing', order, givenUp: undefined } as const
  return [phase, ['keep', order], ['finish', order, acceptance]]
}

function unfinished(order: Order, sentences: readonly string[]): Step {
  return [{ kind: 'unfinished', order, sentences }, ['say', sentences[0]]]
}

/** A person who left the bank was not refused by it. */
const hints: Partial<Record<MandateStatus, string>> = {
  aborted: endedMessages.left,
  failed: endedMessages.refused,
}

function ended(status: MandateStatus): Step {
  return failed(gatewayMessages.failed, hints[status] ?? endedMessages.stillHere)
}

/** Something happened at the bank, so our server's last answer is outdated. */
function askAnew(phase: Waiting): Step {
  return [{ ...phase, isUndecided: false }, ['ask', phase.order]]
}

/** An acceptance of the attempt that was given up last still counts, so that nobody sets up a second mandate. */
function acceptedLate(phase: Phase, { order, acceptance }: Events['accepted']): Step {
  return isSame(order, phase.givenUp) ? finish(order, acceptance) : [phase]
}

function isSame(order: Order, other: Order | undefined): boolean {
  return order.transactionId === other?.transactionId
}

function noToken(failure: Failure): Step {
  switch (failure.cause.code) {
    case 'already_there':
    case 'mandate_stands':
      return [{ kind: 'form' }, ['tell', 'onAlreadyThere', failure]]
    case 'unverified':
      return [{ kind: 'form' }, ['tell', 'onUnverified', failure]]
    default:
      return [...failed(failure.message, endedMessages.stillHere), ['tell', 'onFieldErrors', failure]]
  }
}

function heardWhileWaiting(phase: Waiting, status: Status): Step {
  if (status.kind === 'accepted') return finish(phase.order, status.acceptance)
  if (status.kind === 'unknown') return failed(endedMessages.unknown)
  if (status.kind === 'unreached') return [{ ...phase, isUnreached: true }]
  if (status.kind === 'ended' && !mayGoOn(phase, status.status === 'aborted')) return ended(status.status)
  return [{ ...phase, isUnreached: false, isUndecided: true }]
}

/** A failed attempt may still succeed: the panel can repeat it, and a cut-off window is reported as an abort. */
function mayGoOn({ view, bank }: Waiting, isAborted: boolean): boolean {
  return view !== undefined && (bank.hasPanel || (isAborted && bank.window === 'unsure'))
}

/** The gateway itself may report a success, so our server is asked. */
function notAccepted(phase: Waiting, { order, code, bank }: Events['notAccepted']): Step {
  if (!isSame(order, phase.order)) return [phase]
  if (bank?.hasPanel) return [{ ...phase, bank }]
  if (bank?.window === 'unsure' && code === ABORTED) return [phase]
  if (code === undefined) return ask(order, 'invalid')
  return ask(order, code === ABORTED ? 'aborted' : 'refused')
}

function heardAfter({ after, order }: PhaseOf<'asking'>, status: Status): Step {
  if (status.kind === 'accepted') return finish(order, status.acceptance)
  if (after === 'invalid') return failed(gatewayMessages.invalid, endedMessages.stillHere)
  if (after === 'aborted') return ended('aborted')
  if (after === 'refused') return ended('failed')
  if (status.kind === 'unknown') return failed(endedMessages.unknown)
  const isUnreached = status.kind === 'unreached'
  const isResumed = after === 'resumed'
  if (isUnreached || (isResumed && status.kind === 'undecided')) {
    const bank: BankLook = { window: isResumed ? 'unsure' : 'closed', hasPanel: false }
    return [{ kind: 'waiting', order, bank, isUnreached }]
  }
  return isResumed || (after === 'closed' && status.kind === 'ended')
    ? ended(status.status)
    : failed(endedMessages[after])
}

/** Returns the next phase, and its effects. */
export function transition<Name extends keyof Events>(
  phase: Phase,
  name: Name,
  event: Events[Name],
): { phase: Phase; effects: Effect[] } {
  if (name === 'left') return { phase: { kind: 'left' }, effects: closing(phase, 'left') }
  const row = (table[phase.kind] as Row<Phase['kind']>)[name]
  const [shown, ...effects] = row?.(phase as never, event) ?? [phase]
  if (shown === phase) return { phase, effects }
  return { phase: { givenUp: phase.givenUp, ...shown }, effects: [...closing(phase, shown.kind), ...effects] }
}

/** An open window could set up a second mandate, and a panel would cover the next phase. */
function closing(before: Phase, next: Phase['kind']): Effect[] {
  if (before.kind === 'waiting' && next === 'left') return [['removePanel']]
  if (before.kind === 'waiting' && next !== 'waiting') return [['close', before.view]]
  return before.kind === 'preparing' && next !== 'waiting' ? [['close', before.bank]] : []
}

/** Returns whether neither a window nor a panel of the bank is visible any more. */
export function isGone({ window, hasPanel: isPanel }: BankLook): boolean {
  return window === 'closed' || window === 'unsure' || (window === 'none' && !isPanel)
}
