import { stepHeading, wizardMessages } from '#contract/messages/registrations.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { SubmitGuard } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { steps } from './steps.ts'
import { SessionUnavailable } from './session-unavailable.tsx'
import { useRegistration } from './use-registration.ts'

/** The registration in its three steps. The first stands whole in the page's HTML; this code takes it over where it is. */
export function Registration() {
  return (
    <Island name="registration">
      <Steps />
    </Island>
  )
}

function Steps() {
  const { wizard, number, heading, top, unknown, isAway } = useRegistration()
  const { name, View } = steps[number - 1] ?? steps[0]
  return (
    <>
      <div ref={top} data-later={number > 1 || undefined} className="mb-8 max-w-form scroll-mt-6">
        <StepList
          label={wizardMessages.progress}
          names={steps.map((step) => step.name)}
          current={number}
          words={wizardMessages}
        />
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-title sm:mt-8 sm:text-heading">
          {stepHeading(number, steps.length, name)}
        </h2>
        {unknown && <SessionUnavailable onRetry={wizard.reload} />}
        <div role="alert">{isAway && <ErrorLine>{wizardMessages.away}</ErrorLine>}</div>
      </div>
      <View wizard={wizard} />
      <SubmitGuard />
      <Toaster />
    </>
  )
}
