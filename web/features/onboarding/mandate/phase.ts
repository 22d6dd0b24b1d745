import type { FieldError } from '#contract/errors.ts'
import type { Failure } from '#web/lib/api.ts'
import type { BankLook, BankView } from './gateway/bank-view.ts'
import type { Order } from './attempt.ts'
import type { Taken } from './mandate-state.ts'

/** Where the setting up of a mandate is. */
export type Phase =
  /** The fields can be filled in; `problem` is how the last try ended, `isBroken` if by a script that never came whole. */
  | { is: 'form'; problem?: readonly string[]; isBroken?: boolean }
  /** Next was pressed before the token was there. */
  | { is: 'preparing' }
  /** It came too late for that press: the window needs another. */
  | { is: 'ready' }
  /** The browser allowed no window. */
  | { is: 'blocked' }
  | Waiting
  /** Our server is asked how it stands. */
  | { is: 'asking' }
  /** The bank has taken it up, and our server is told. */
  | { is: 'finishing' }
  /** The bank has taken it up, and our server did not take it. */
  | { is: 'unfinished'; sentences: readonly string[] }

/** The bank has the word. */
export interface Waiting {
  is: 'waiting'
  /** Absent in a page that was loaded since the bank was shown. */
  view?: BankView | undefined
  bank: BankLook
  /** The bank is shown in this tab. */
  isHere: boolean
  /** Our server could not be asked last. */
  isUnreached: boolean
  /** Something of the page failed while the gateway's panel lay over it. */
  isFaulty: boolean
}

/** How our own part ended; the sentences are of a refusal. */
export type Finished = { ok: true } | { ok: false; sentences: readonly string[] }

/** What the page does that sets a mandate up: the wizard's step 2, or the page that mends one. */
export interface MandateJob {
  /** Tells our server, once the bank has taken the mandate up; never rejects. */
  finish(order: Order, taken: Taken): Promise<Finished>
  /** Our server gave no token because the bank has taken up an earlier try. */
  onAlreadyThere(failure: Failure): void
  /** Our server gave no token because it does not know the visitor any more; where this is absent, its words are shown. */
  onUnverified?(failure: Failure): void
  /** Our server gave no token because of single fields. */
  onFieldErrors(errors: FieldError[]): void
}
