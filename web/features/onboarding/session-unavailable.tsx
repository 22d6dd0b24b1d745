import { useState } from 'react'
import { otpMessages } from '#contract/messages/identity.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

/** Shown while the server could not say what is verified already. */
export function SessionUnavailable({ onRetry }: { onRetry(): Promise<unknown> }) {
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
