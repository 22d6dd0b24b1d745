import { useEffect } from 'react'
import * as z from 'zod/mini'
import { toast } from 'react-hot-toast/headless'
import { missingFields } from '#contract/messages/with-values.ts'
import { onboardingFailures, registrationErrors } from '#messages/registrations.ts'
import { type Details, plain } from '#web/features/onboarding/details.ts'
import { forgetDraft, readDraft } from '#web/features/onboarding/draft.ts'
import type { SessionState } from '#web/features/onboarding/session-state.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { type Order, readOpenAttempt, withoutAccount } from './attempts.ts'
import { type Finished, outcomeOf } from './machine.ts'
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

/** Step 2: a mandate, and with it the registration. */
export function useRegistering(wizard: Wizard) {
  const { bank: form } = wizard
  const fallback = onboardingFailures.mandateToken
  const mandate = useMandate(
    { form, typed: () => typedIn(wizard), fallback },
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
    fillFrom(wizard)
    const order = readOpenAttempt() ?? acceptedOrderIn(wizard.session)
    if (order) mandate.resume(order)
  }, [])
  return mandate
}

/** What of step 1 the server is to keep: nothing, where this browser keeps it itself. */
function typedIn({ details: { form }, filled }: Wizard): Record<string, string> | undefined {
  if (readDraft()) return undefined
  const typed = Object.entries(plain(form.getValues())).filter(
    ([field, value]) => value && field !== 'aadhaar_no' && !(field in filled),
  )
  return Object.fromEntries(typed)
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

/** Fills empty fields from the attempt that the server remembers; a masked account number is left out. */
function fillFrom({ session: { mandate }, bank }: Wizard): void {
  const isMasked = mandate?.accountNo.startsWith('X')
  bank.fill({ ...mandate, ...(isMasked && { accountNo: '' }) })
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
