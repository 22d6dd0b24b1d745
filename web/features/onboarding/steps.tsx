import type { Progress, Step } from './wizard.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { later } from '#web/lib/async.ts'
import { IdentityStep } from './identity/identity-step.tsx'
import { otpMessages } from '#messages/identity.ts'
import { lateComponent } from '#web/ui/load-state.tsx'

type Steps = readonly Pick<Step, 'isOpen' | 'isBegun'>[]

/** The step that is shown when one is wanted: that one, or else the nearest open one before it. */
export function nearestOpen(steps: Steps, wanted: number, progress: Progress): number {
  const open = steps.flatMap((step, index) => (step.isOpen(progress) ? [index + 1] : []))
  return open.findLast((number) => number <= wanted) ?? open[0] ?? 1
}

/** The furthest step that a returning visitor has begun. */
export function furthestBegun(steps: Steps, { session }: Progress): number {
  return steps.findLastIndex((step) => step.isBegun(session)) + 1
}

// Most visits end before the later steps, whose code is the greater part.
const mandate = later(async () => (await import('./mandate/mandate-step.tsx')).MandateStep)
const agreement = later(async () => (await import('./agreement/agreement-step.tsx')).AgreementStep)
const untilHere = {
  coming: wizardMessages.stepComing,
  missing: `${wizardMessages.stepMissing} ${otpMessages.offline}`,
  again: wizardMessages.tryAgain,
}

/** The steps in their order. */
export const steps: readonly [Step, ...Step[]] = [
  {
    name: wizardMessages.steps.identity,
    View: IdentityStep,
    isOpen: ({ session }) => session.registration === null,
    isBegun: () => true,
  },
  {
    name: wizardMessages.steps.mandate,
    View: lateComponent(mandate, untilHere),
    fetch: mandate.fetch,
    // To be looked at again once it is finished.
    isOpen: ({ session, identityDone }) => session.registration !== null || identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardMessages.steps.agreement,
    View: lateComponent(agreement, untilHere),
    fetch: agreement.fetch,
    isOpen: ({ session }) => session.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]
