import { wizardMessages } from '#contract/messages/registrations.ts'
import { later } from '#web/lib/later.ts'
import { IdentityStep } from './identity/identity-step.tsx'
import { stepLater } from './step-later.tsx'
import type { Step } from './wizard.ts'

// Most visits end before the later steps, whose code is the greater part.
const mandate = later(async () => (await import('./mandate/mandate-step.tsx')).MandateStep)
const agreement = later(async () => (await import('./agreement/agreement-step.tsx')).AgreementStep)

/** The steps in their order; which comes next is known here alone. */
export const steps: readonly [Step, ...Step[]] = [
  {
    name: wizardMessages.steps.identity,
    View: IdentityStep,
    isOpen: ({ facts }) => facts.registration === null,
    isBegun: () => true,
  },
  {
    name: wizardMessages.steps.mandate,
    View: stepLater(mandate),
    fetch: mandate.come,
    // To be looked at again once it is finished.
    isOpen: ({ facts, identityDone }) => facts.registration !== null || identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardMessages.steps.agreement,
    View: stepLater(agreement),
    fetch: agreement.come,
    isOpen: ({ facts }) => facts.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]
