import { useState } from 'react'
import { waitingMessages } from '#contract/messages/mandates.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { MandatePanel } from './mandate-panel.tsx'
import { FinishedMandate } from './finished-mandate.tsx'
import { useRegistering } from './use-registering.ts'

/** Step 2: the bank account that may be debited; once the bank has agreed to it, the person is registered. */
export function MandateStep({ wizard }: { wizard: Wizard }) {
  // As it stood when the step was opened: a registration that succeeds here leads on by itself.
  const [isFinished] = useState(wizard.facts.registration !== null)
  return isFinished ? (
    <FinishedMandate mandate={wizard.facts.mandate} onNext={wizard.next} />
  ) : (
    <NewMandate wizard={wizard} />
  )
}

function NewMandate({ wizard }: { wizard: Wizard }) {
  const { form, amount, mandate } = useRegistering(wizard)
  return (
    <MandatePanel
      form={form}
      amount={amount}
      mandate={mandate}
      submit={wizardMessages.next}
      finishing={waitingMessages.registering}
      back={
        <button type="button" className="button button-quiet" onClick={wizard.back}>
          {wizardMessages.back}
        </button>
      }
    />
  )
}
