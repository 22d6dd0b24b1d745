import { wizardWords } from '#contract/registration-words.ts'
import { AgreementStep } from './agreement/agreement-step.tsx'
import { IdentityStep } from './identity/identity-step.tsx'
import { MandateStep } from './mandate/mandate-step.tsx'
import type { Step } from './wizard.ts'

/** The steps in their order; which comes next is known here alone. */
export const steps: readonly [Step, ...Step[]] = [
  {
    name: wizardWords.steps.identity,
    View: IdentityStep,
    isOpen: ({ facts }) => facts.registration === null,
    isBegun: () => true,
  },
  {
    name: wizardWords.steps.mandate,
    View: MandateStep,
    isOpen: ({ facts, identityDone }) => facts.registration === null && identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardWords.steps.agreement,
    View: AgreementStep,
    isOpen: ({ facts }) => facts.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]
