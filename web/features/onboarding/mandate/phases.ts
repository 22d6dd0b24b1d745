import type { FieldError } from '#contract/errors.ts'
import type { Failure } from '#web/lib/api.ts'
import type { Order } from './attempts.ts'
import type { Acceptance } from './gateway/bank-answer.ts'
import type { BankLook, BankView } from './gateway/checkout.ts'

/** The phases of setting up a mandate: from the form to the bank, from there to an outcome, and what follows an acceptance. */
export type Phase =
  /** The fields can be filled in; `problem` is how the last attempt ended, `hint` what one can do about it. */
  | { is: 'form'; problem?: readonly string[]; hint?: string | undefined }
  /** The token is asked for; `bank` is the window that waits for it, unless the bank comes into this tab. */
  | { is: 'preparing'; bank: Window | undefined }
  /** The browser allowed no window. */
  | { is: 'blocked' }
  | Waiting
  /** Our server is being asked for the status. */
  | { is: 'asking' }
  /** The bank has accepted the mandate, and our server is being told. */
  | { is: 'finishing' }
  /** The bank has accepted the mandate, and our server refused it. */
  | { is: 'unfinished'; sentences: readonly string[] }
  /** The step is left: what is still running ends in silence, and the note of the open attempt leads back to it. */
  | { is: 'left' }

/** The bank is to answer. */
export interface Waiting {
  is: 'waiting'
  /** Absent in a page that was loaded since the bank was shown. */
  view?: BankView | undefined
  bank: BankLook
  /** The bank is shown in this tab. */
  isHere?: boolean
  /** The last question to our server failed. */
  isUnreached?: boolean
  /** Our server knows no answer of the bank yet, and was asked since the bank was last to be seen. */
  isUndecided?: boolean
  /** The bank has had its time to appear. */
  isLate?: boolean
  /** An error happened in the page while the gateway's panel lay over it. */
  isFaulty?: boolean
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

/** Whether neither a window nor a panel of the bank is to be seen any more. */
export function isGone({ window, hasPanel: isPanel }: BankLook): boolean {
  return window === 'closed' || window === 'unsure' || (window === 'none' && !isPanel)
}
