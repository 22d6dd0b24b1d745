import { useState } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { bankForm, beforeLeaving, finishedMessages, waitingMessages } from '#messages/mandates.ts'
import { wizardMessages } from '#messages/registrations.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { MandatePanel } from './mandate-panel.tsx'
import { useRegistering } from './register-executive.ts'
import type { SessionState } from '#web/features/onboarding/session-state.ts'
import { language } from '#web/lib/language.ts'
import { TextField } from '#web/ui/field.tsx'
import { eachUpTo, TermRows } from './before-leaving.tsx'

/** Step 2: the bank account that may be debited; once the bank has agreed to it, the person is registered. */
export function MandateStep({ wizard }: { wizard: Wizard }) {
  // As it was when the step was opened: a registration that succeeds here leads on by itself.
  const [isFinished] = useState(wizard.session.registration !== null)
  return isFinished ? (
    <FinishedMandate mandate={wizard.session.mandate} onNext={wizard.next} />
  ) : (
    <NewMandate wizard={wizard} />
  )
}

function NewMandate({ wizard }: { wizard: Wizard }) {
  return (
    <MandatePanel
      mandate={useRegistering(wizard)}
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

interface FinishedMandateProps {
  /** None where the server does not know the visitor any more. */
  mandate: SessionState['mandate']
  onNext(): void
}

/** Step 2 as it was finished, to be read alone. */
export function FinishedMandate({ mandate, onNext }: FinishedMandateProps) {
  return (
    <div className="grid max-w-form grid-cols-1 gap-8">
      {mandate && <Finished mandate={mandate} />}
      <button type="button" className="button justify-self-start" onClick={onNext}>
        {wizardMessages.next}
      </button>
    </div>
  )
}

const fields = ['accountName', 'accountNo', 'ifscCode'] as const

function Finished({ mandate }: { mandate: NonNullable<SessionState['mandate']> }) {
  return (
    <>
      {fields.map((field) => (
        <TextField
          key={field}
          label={bankForm[field].label}
          lock={finishedMessages.lock}
          value={mandate[field]}
        />
      ))}
      <section className="rounded-card border-2 border-success bg-panel p-[min(1.25rem,6vw)] sm:p-6">
        <h3 className="text-subhead">{finishedMessages.heading}</h3>
        <p className="mt-3">{finishedMessages.lead}</p>
        <TermRows
          rows={[
            [finishedMessages.reference, mandate.transactionId],
            [beforeLeaving.maximum, eachUpTo(mandate.maxAmount)],
            [beforeLeaving.from, inWords(mandate.debitStartDate, language)],
            [beforeLeaving.until, inWords(mandate.debitEndDate, language)],
          ]}
        />
      </section>
    </>
  )
}
