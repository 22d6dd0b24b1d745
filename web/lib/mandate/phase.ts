import type { FieldError } from '#contract/errors.ts'
import type { Failure } from '#web/lib/api.ts'
import type { BankWindow } from '#web/lib/gateway/watched-windows.ts'
import type { Order } from './attempt.ts'
import type { Taken } from './mandate-state.ts'

/** Where the setting up of a mandate is. */
export type Phase =
  /** The fields can be filled in; `problem` is how the last try ended. */
  | { is: 'form'; problem?: readonly string[] }
  /** Next was pressed before the token was there. */
  | { is: 'preparing' }
  /** It came too late for that press: the window needs another. */
  | { is: 'ready' }
  /** The browser allowed no window. */
  | { is: 'blocked' }
  /** The bank is about to be shown in this tab. */
  | { is: 'leaving' }
  | { is: 'waiting'; window?: BankWindow | undefined; isGone: boolean; isUnreached: boolean }
  /** Our server is asked how it stands. */
  | { is: 'asking' }
  /** The bank has taken it up, and our server is told. */
  | { is: 'finishing' }
  /** The bank has taken it up, and our server did not take it. */
  | { is: 'unfinished'; sentences: readonly string[] }

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
