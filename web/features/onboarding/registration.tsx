import { Check } from 'lucide-react'
import { fill } from '#contract/messages/sentences.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { SubmitGuard } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { steps } from './steps.tsx'
import { useRegistration } from './use-registration.ts'
import { otpMessages } from '#messages/identity.ts'
import { Failed } from '#web/ui/load-state.tsx'

/** The registration in its three steps. The first is whole in the page's HTML, and is hydrated. */
export function Registration() {
  return (
    <Island name="registration">
      <Steps />
    </Island>
  )
}

function Steps() {
  const { wizard, number, heading, top, unknown, isExpired } = useRegistration()
  const { name, View } = steps[number - 1] ?? steps[0]
  return (
    <>
      <div ref={top} data-later={number > 1 || undefined} className="mb-8 max-w-form scroll-mt-6">
        <StepList current={number} />
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-title sm:mt-8 sm:text-heading">
          {fill(wizardMessages.heading, { number, of: steps.length, name })}
        </h2>
        {unknown && (
          <div className="mt-4">
            <Failed
              sentence={`${wizardMessages.sessionUnknown} ${otpMessages.offline}`}
              again={wizardMessages.tryAgain}
              onRetry={wizard.reload}
            />
          </div>
        )}
        <div role="alert">{isExpired && <ErrorLine>{wizardMessages.away}</ErrorLine>}</div>
      </div>
      <View wizard={wizard} />
      <SubmitGuard />
      <Toaster />
    </>
  )
}

/** Told apart by the line's kind too: all lines have one colour in forced colours. */
const stepLooks = {
  done: 'border-accent text-quiet',
  current: 'border-accent text-ink',
  ahead: 'border-double border-line text-quiet',
}

/** One segment for each step: filled, current or empty, and each said in words. */
function StepList({ current }: { current: number }) {
  return (
    <ol aria-label={wizardMessages.progress} className="grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-2">
      {steps.map(({ name }, index) => {
        const state = stateOf(index + 1, current)
        return (
          <li
            key={name}
            data-step={state}
            aria-current={state === 'current' ? 'step' : undefined}
            className={`border-t-6 pt-2.5 text-small leading-[1.35] ${stepLooks[state]}`}
          >
            <span className="flex items-center gap-1 font-semibold">
              {state === 'done' && <Check aria-hidden className="size-4 shrink-0" />}
              <span>
                {index + 1}. {wizardMessages[state]}
              </span>
            </span>
            {/* On a phone the heading below has the name; here it is for the ear. */}
            <span className="block max-sm:sr-only">{name}</span>
          </li>
        )
      })}
    </ol>
  )
}

function stateOf(number: number, current: number): 'done' | 'current' | 'ahead' {
  if (number === current) return 'current'
  return number < current ? 'done' : 'ahead'
}
