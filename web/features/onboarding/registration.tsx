import { fill } from '#contract/messages/sentences.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { SubmitGuard } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { steps } from './steps.tsx'
import { useRegistration } from './use-registration.ts'
import { useState } from 'react'
import { otpMessages } from '#messages/identity.ts'
import { ActionButton } from '#web/ui/button.tsx'

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
        <StepList
          label={wizardMessages.progress}
          names={steps.map((step) => step.name)}
          current={number}
          words={wizardMessages}
        />
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-title sm:mt-8 sm:text-heading">
          {fill(wizardMessages.heading, { number, of: steps.length, name })}
        </h2>
        {unknown && <SessionUnavailable onRetry={wizard.reload} />}
        <div role="alert">{isExpired && <ErrorLine>{wizardMessages.away}</ErrorLine>}</div>
      </div>
      <View wizard={wizard} />
      <SubmitGuard />
      <Toaster />
    </>
  )
}

/** Shown while the server could not say what is verified already. */
function SessionUnavailable({ onRetry }: { onRetry(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <div role="alert" className="mt-4 grid justify-items-start gap-3">
      <ErrorLine>{`${wizardMessages.sessionUnknown} ${otpMessages.offline}`}</ErrorLine>
      <ActionButton busy={busy} onClick={() => void retry()}>
        {wizardMessages.tryAgain}
      </ActionButton>
    </div>
  )
}
