import { useState, useEffect } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { bankForm, beforeLeaving, finishedMessages, waitingMessages } from '#messages/mandates.ts'
import { wizardMessages, onboardingFailures } from '#messages/registrations.ts'
import { readDraft } from '#web/features/onboarding/draft.ts'
import { typedIn, type Wizard } from '#web/features/onboarding/wizard.ts'
import type { SessionState } from '#web/features/onboarding/session-state.ts'
import { language } from '#web/lib/page.ts'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Order, outcomeOf, readOpenAttempt } from './attempts.ts'
import { ContinueLater } from './continue-later.tsx'
import { MandatePanel } from './mandate-panel.tsx'
import { eachUpTo, TermRows } from './terms.tsx'
import { useMandate } from './use-mandate.ts'

/** Step 2: the bank account that may be debited; once the bank has agreed, the person is registered. */
export function MandateStep({ wizard }: { wizard: Wizard }) {
  // Read when the step is opened, since a registration that succeeds here leads on by itself.
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
      mandate={useNewMandate(wizard)}
      submit={wizardMessages.next}
      finishing={waitingMessages.registering}
      back={
        <button type="button" className="button button-quiet" onClick={wizard.back}>
          {wizardMessages.back}
        </button>
      }
      later={<ContinueLater wizard={wizard} />}
    />
  )
}

interface FinishedMandateProps {
  /** None if the server no longer knows the visitor. */
  mandate: SessionState['mandate']
  onNext(): void
}

/** The completed step 2, to read only. */
function FinishedMandate({ mandate, onNext }: FinishedMandateProps) {
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

/** Sets a mandate up; once the bank has accepted it, the person is registered. */
function useNewMandate(wizard: Wizard) {
  const { bank: form } = wizard
  const fallback = onboardingFailures.mandateToken
  const mandate = useMandate(
    // The server keeps nothing of step 1 if this browser keeps it.
    { form, typed: () => (readDraft() ? undefined : typedIn(wizard)), fallback },
    {
      finish: wizard.register,
      onAlreadyThere: ({ message }) => void goOn(message),
      onUnverified: ({ message }) => void restart(message),
      onFieldErrors: ({ errors }) => form.mark(errors, false),
    },
  )

  /** The bank has accepted an attempt that this page did not know of. */
  async function goOn(message: string) {
    const known = await wizard.reload()
    const order = known && acceptedOrderIn(known)
    if (order) mandate.resume(order)
    else if (known?.registration) toast.error(message, { id: 'mandate' })
    else mandate.fail(message)
  }
  async function restart(message: string) {
    if (!(await wizard.restart())) mandate.fail(message)
  }
  useEffect(() => {
    // The session may have ended since step 1 was completed.
    void wizard.restart()
    const order = readOpenAttempt() ?? acceptedOrderIn(wizard.session)
    if (order) mandate.resume(order)
  }, [])
  return mandate
}

function acceptedOrderIn({ mandate }: SessionState): Order | undefined {
  if (!mandate || outcomeOf(mandate.status) !== 'accepted') return undefined
  const { status: _, ...order } = mandate
  return order
}
