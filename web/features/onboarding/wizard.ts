import type { ComponentType } from 'react'
import type { DetailsForm, Filled } from './details.ts'
import type { SessionState } from './session-state.ts'
import type { Photo } from '#web/features/onboarding/identity/photo-field.tsx'
import type { BankForm } from './mandate/bank-form.ts'

/** What the steps share: everything known and typed so far, and the two ways out of a step. */
export interface Wizard {
  session: SessionState
  /** Notes what a call has changed. */
  change(to: Partial<SessionState>): void
  /** Asks the server again; answers what it knows, or undefined when it could not be asked. */
  reload(): Promise<SessionState | undefined>
  /** The form of step 1; what is typed stays while other steps are shown. */
  details: DetailsForm
  /** What the Aadhaar record filled in, by field; such a field is locked. */
  filled: Filled
  photo: Photo
  /** What is typed in step 2; it stays while other steps are shown. */
  bank: BankForm
  /** Keeps what is typed over a refresh. */
  keepDraft(): void
  /** This step is done. */
  next(): void
  back(): void
  /** Leads to step 1, with a message, if the server no longer has both numbers as verified; answers whether it did. */
  restart(): Promise<boolean>
}

/** How far the registration is, for the table of steps. */
export interface Progress {
  session: SessionState
  /** Both numbers verified, and every field of step 1 filled correctly. */
  identityDone: boolean
}

/** One step: a folder with its view, and when it may be entered. The server refuses what is out of order all the same. */
export interface Step {
  name: string
  View: ComponentType<{ wizard: Wizard }>
  /** Has the code of a later step here before it is shown. */
  fetch?(): Promise<boolean>
  isOpen(progress: Progress): boolean
  /** Whether a returning visitor has begun this step. */
  isBegun(session: SessionState): boolean
}
