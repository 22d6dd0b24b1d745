import { useState, useEffect } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { bankForm, beforeLeaving, finishedMessages, waitingMessages } from '#messages/mandates.ts'
import { wizardMessages, onboardingFailures, registrationErrors } from '#messages/registrations.ts'
import {
  type Wizard,
  type Details,
  plain,
  forgetDraft,
  readDraft,
  typedIn,
} from '#web/features/onboarding/wizard.ts'
import { MandatePanel } from './mandate-panel.tsx'
import { eachUpTo, TermRows } from './terms.tsx'
import type { SessionState } from '#web/features/onboarding/session-state.ts'
import { language } from '#web/lib/page.ts'
import { TextField } from '#web/ui/field.tsx'
import * as z from 'zod/mini'
import { toast } from '#web/ui/toast.ts'
import { missingFields } from '#contract/messages/with-values.ts'
import { type Order, outcomeOf, readOpenAttempt, withoutAccount } from './attempts.ts'
import { ContinueLater } from './continue-later.tsx'
import type { Finished } from './phases.ts'
import type { Acceptance } from './gateway/bank-answer.ts'
import { useMandate } from './use-mandate.ts'
import { api } from '#contract/paths.ts'
import {
  photoField,
  photoFile,
  registrationFieldNames,
  type RegistrationFields,
  registrationResponse,
} from '#contract/schemas/registrations.ts'
import { type Failure, uploadForJson } from '#web/lib/api.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { executiveForm } from '#messages/identity.ts'

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
      later={<ContinueLater wizard={wizard} />}
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

/** Step 2: a mandate, and with it the registration. */
export function useRegistering(wizard: Wizard) {
  const { bank: form } = wizard
  const fallback = onboardingFailures.mandateToken
  const mandate = useMandate(
    // The server is to keep nothing of step 1 where this browser keeps it itself.
    { form, typed: () => (readDraft() ? undefined : typedIn(wizard)), fallback },
    {
      finish: (order, acceptance) => register(wizard, order, acceptance),
      onAlreadyThere: ({ message }) => void goOn(message),
      onUnverified: ({ message }) => void restart(message),
      onFieldErrors: (errors) => form.mark(errors, false),
    },
  )

  /** The bank has accepted an attempt of which this page knew nothing. */
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
    // Step 1 may have been left with what was known long ago.
    void wizard.restart()
    const order = readOpenAttempt() ?? acceptedOrderIn(wizard.session)
    if (order) mandate.resume(order)
  }, [])
  return mandate
}

async function register(wizard: Wizard, order: Order, acceptance: Acceptance): Promise<Finished> {
  const details = plain({ ...wizard.details.form.getValues(), ...wizard.filled })
  const payload = registrationPayload(details, order, acceptance)
  const registered = await registerExecutive(payload, await wizard.photo.file())
  if (!registered.ok) {
    if (registered.isUnverified) await wizard.restart()
    return registered
  }
  forgetDraft()
  const status = acceptance.responseStatus === 'Success' ? 'active' : 'initiated'
  wizard.change({ registration: registered.registration, mandate: { ...withoutAccount(order), status } })
  return { ok: true }
}

function acceptedOrderIn({ mandate }: SessionState): Order | undefined {
  if (!mandate || outcomeOf(mandate.status) !== 'accepted') return undefined
  const { status: _, ...order } = mandate
  return order
}

type Registered =
  | { ok: true; registration: NonNullable<SessionState['registration']> }
  | { ok: false; sentences: string[]; isUnverified?: true }

/** Registers a person whose mandate the bank has accepted; what is missing is said before anything is sent. */
export async function registerExecutive(
  payload: RegistrationPayload,
  photo: File | undefined,
): Promise<Registered> {
  if (!photo) return { ok: false, sentences: [executiveForm.photo.required] }
  const missing = missingIn(payload)
  if (missing.length > 0)
    return { ok: false, sentences: [sayFrom({ registrationErrors }, missingFields(missing))] }
  const form = new FormData()
  for (const [field, value] of Object.entries(payload)) form.append(field, value)
  form.append(photoField, photo, photoFile.name)
  const answer = await uploadForJson({
    url: api.registerExecutive,
    form,
    schema: z.pick(registrationResponse, { data: true }),
    fallback: onboardingFailures.registration,
  })
  if (!answer.ok) {
    const refused = { ok: false, sentences: sentencesOf(answer) } as const
    return answer.cause.code === 'unverified' ? { ...refused, isUnverified: true } : refused
  }
  const [registration] = answer.body.data
  return registration
    ? { ok: true, registration }
    : { ok: false, sentences: [onboardingFailures.registration] }
}

/** The server's sentences, or the one for a server that did not answer (specification section 8). */
function sentencesOf({ message, errors, cause }: Failure): string[] {
  console.error('The registration did not succeed.', cause)
  if (cause.reason !== 'refused') return [onboardingFailures.registering]
  return [message, ...errors.map((error) => error.message).filter((sentence) => sentence !== message)]
}

type RegistrationPayload = Record<keyof RegistrationFields, string>

/** What is sent with the photo (specification section 3); what nobody knows is empty. */
export function registrationPayload(
  details: Partial<Details>,
  order: Order,
  acceptance: Acceptance,
): RegistrationPayload {
  const known: Partial<Record<string, string | number>> = { ...details, ...order, ...acceptance }
  const pairs = registrationFieldNames.map((field) => [field, String(known[field] ?? '').trim()] as const)
  return Object.fromEntries(pairs) as RegistrationPayload
}

/** The fields that are empty, by their names in the payload: none may be (specification section 5). */
export function missingIn(payload: RegistrationPayload): string[] {
  return registrationFieldNames.filter((field) => payload[field] === '')
}
