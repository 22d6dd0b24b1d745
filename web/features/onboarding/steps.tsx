import type { Progress, Step, Wizard } from './wizard.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { later, type Later } from '#web/lib/async.ts'
import { IdentityStep } from './identity/identity-step.tsx'
import { type ComponentType, useEffect, useState } from 'react'
import { otpMessages } from '#messages/identity.ts'
import { Coming, Failed } from '#web/ui/load-state.tsx'

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
    View: stepLater(mandate),
    fetch: mandate.come,
    // To be looked at again once it is finished.
    isOpen: ({ session, identityDone }) => session.registration !== null || identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardMessages.steps.agreement,
    View: stepLater(agreement),
    fetch: agreement.come,
    isOpen: ({ session }) => session.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]

type View = ComponentType<{ wizard: Wizard }>

/** A step whose code is loaded when it is first shown, unless it was loaded before. */
function stepLater(code: Later<View>): View {
  return function StepLater({ wizard }) {
    const [state, setState] = useState<'coming' | 'here' | 'missing'>(code.now() ? 'here' : 'coming')
    async function fetch() {
      setState('coming')
      setState((await code.come()) ? 'here' : 'missing')
    }
    useEffect(() => void (state === 'coming' && fetch()), [])
    const Step = code.now()
    if (Step) return <Step wizard={wizard} />
    if (state === 'coming') return <Coming>{wizardMessages.stepComing}</Coming>
    const sentence = `${wizardMessages.stepMissing} ${otpMessages.offline}`
    return <Failed sentence={sentence} again={wizardMessages.tryAgain} onRetry={fetch} />
  }
}
