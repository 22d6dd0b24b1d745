import * as z from 'zod/mini'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { maskedAadhaar } from '#contract/fields/executive.ts'
import { fill } from '#contract/messages/sentences.ts'
import { missingFields } from '#contract/messages/with-values.ts'
import { api } from '#contract/paths.ts'
import { filledFrom } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  photoField,
  photoFile,
  registrationFieldNames,
  type RegistrationFields,
  registrationResponse,
} from '#contract/schemas/registrations.ts'
import { executiveForm, otpMessages } from '#messages/identity.ts'
import { onboardingFailures, registrationErrors, wizardMessages } from '#messages/registrations.ts'
import { type Failure, postJson, uploadForJson } from '#web/lib/api.ts'
import { later } from '#web/lib/async.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { SubmitGuard } from '#web/ui/form.tsx'
import { Island } from '#web/ui/island.tsx'
import { Failed, lateComponent } from '#web/ui/load-state.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePhoto } from './identity/photo-field.tsx'
import type { Order } from './mandate/attempts.ts'
import { forgetDraft, usePhotoDraft } from './draft.ts'
import { BANK_KEY, useBankForm } from './mandate/bank-form.ts'
import type { Acceptance } from './mandate/gateway/bank-answer.ts'
import type { Finished } from './mandate/run-machine.ts'
import { type SessionState, useSessionState } from './session-state.ts'
import { addressOf, StepList, steps, tokenInAddress, untilHere, useSteps } from './steps.tsx'
import {
  type Details,
  isVerified,
  plain,
  readDetails,
  useDetails,
  type Progress,
  type Wizard,
} from './wizard.ts'

/** The registration in its three steps. The page's HTML contains the whole first one, which is hydrated. */
export function Registration() {
  const { token, leave } = useContinued()
  return (
    <Island name="registration" post={postJson}>
      {token === undefined ? <Steps /> : <Continued token={token} onConfirmed={leave} />}
    </Island>
  )
}

/** Few visitors come by a link that continues a registration. */
const Continued = lateComponent(
  later(async () => (await import('./links/continued.tsx')).Continued),
  untilHere,
)

/** Returns the token in the address of a mailed link; once it was used, the address becomes that of step 2. */
function useContinued() {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const read = () => setToken((now) => tokenInAddress() ?? now)
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  function leave() {
    history.replaceState(null, '', addressOf(2))
    setToken(undefined)
  }
  return { token, leave }
}

function Steps() {
  const { wizard, number, heading, top, unknown, isExpired } = useRegistration()
  const { name, View } = steps[number - 1] ?? steps[0]
  return (
    <>
      <div ref={top} data-later={number > 1 || undefined} className="mb-4 max-w-form scroll-mt-28 sm:mb-8">
        <StepList current={number} />
        <h2 ref={heading} tabIndex={-1} className="mt-3 text-subhead sm:mt-8 sm:text-heading">
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
    </>
  )
}

/** The whole registration: what the server knows, what is typed, the visible step, and the posting after step 2. */
function useRegistration() {
  const { session, state, change, reload } = useSessionState()
  const { details, filled, person } = useDetails(session)
  const { form } = details
  const photo = usePhoto(person?.profile_image)
  usePhotoDraft(photo)

  function progress(): Progress {
    const typed = form.getValues()
    const { aadhaar, phone } = isVerified(session, typed)
    const known = session.aadhaar?.person
    if (!aadhaar || !phone || !known) return { session, identityDone: false }
    // From the record itself, since the form may not have it yet.
    const hasPhoto = Boolean(photo.src ?? known.profile_image)
    return { session, identityDone: hasPhoto && readDetails({ ...typed, ...filledFrom(known) }).success }
  }
  const bank = useBankForm(BANK_KEY)
  const isRegistered = session.registration !== null
  const { number, heading, top, next, back, toFirst } = useSteps({
    isKnown: state === 'known',
    isRegistered,
    progress,
  })
  const { restart, isExpired } = useRestart({ session, form, reload, toFirst })
  useEffect(keepFocusNear, [])
  const isOnTheWay = session.aadhaar !== null
  useEffect(() => void (isOnTheWay && steps[number]?.fetch?.()), [isOnTheWay, number])

  async function register(order: Order, acceptance: Acceptance): Promise<Finished> {
    const typed = plain({ ...form.getValues(), ...filled })
    const payload = registrationPayload(typed, order, acceptance)
    const registered = await registerExecutive(payload, await photo.file())
    if (!registered.ok) {
      if (registered.isUnverified) await restart()
      return registered
    }
    forgetDraft()
    const status = acceptance.responseStatus === 'Success' ? 'active' : 'initiated'
    const mandate = { ...order, accountNo: maskAccount(order.accountNo), status } as const
    change({ registration: registered.registration, mandate })
    return { ok: true }
  }
  const ways = { next, back, restart, register }
  const wizard: Wizard = { session, change, reload, details, filled, photo, bank, ...ways }
  return { wizard, number, heading, top, unknown: state === 'unknown', isExpired: isExpired && number === 1 }
}

interface RestartParts {
  session: SessionState
  form: UseFormReturn<Details>
  reload(): Promise<SessionState | undefined>
  toFirst(): void
}

/** After a session has expired, both numbers have to be verified again. */
function useRestart({ session, form, reload, toFirst }: RestartParts) {
  const [isExpired, setExpired] = useState(false)

  async function restart(): Promise<boolean> {
    const known = await reload()
    const typed = form.getValues()
    if (!known || known.registration || isWhole(known, typed)) return false
    const number = typed.aadhaar_no ?? ''
    const isStale = maskedAadhaar.safeParse(number).success && number !== known.aadhaar?.masked
    // A masked number is useless once the server has forgotten it.
    if (isStale) form.setValue('aadhaar_no', known.aadhaarCode?.shown ?? '')
    setExpired(true)
    toast.error(wizardMessages.away, { id: 'mandate', isSaidBeside: true })
    toFirst()
    return true
  }
  return { restart, isExpired: isExpired && !isWhole(session, form.getValues()) }
}

function isWhole(session: SessionState, typed: Partial<Details>): boolean {
  const { aadhaar, phone } = isVerified(session, typed)
  return aadhaar && phone
}

type Registered =
  | { ok: true; registration: NonNullable<SessionState['registration']> }
  | { ok: false; sentences: string[]; isUnverified?: true }

/** Registers a person whose mandate the bank has accepted; what is missing is reported before anything is sent. */
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

/** Returns the server's sentences, or the one for a server that did not answer (specification section 8). */
function sentencesOf({ message, errors, cause }: Failure): string[] {
  console.error('The registration did not succeed.', cause)
  if (cause.reason !== 'refused') return [onboardingFailures.registering]
  return [message, ...errors.map((error) => error.message).filter((sentence) => sentence !== message)]
}

type RegistrationPayload = Record<keyof RegistrationFields, string>

/** Returns what is sent with the photo (specification section 3); unknown values are empty. */
export function registrationPayload(
  details: Partial<Details>,
  order: Order,
  acceptance: Acceptance,
): RegistrationPayload {
  const known: Partial<Record<string, string | number>> = { ...details, ...order, ...acceptance }
  const pairs = registrationFieldNames.map((field) => [field, String(known[field] ?? '').trim()] as const)
  return Object.fromEntries(pairs) as RegistrationPayload
}

/** Returns the empty fields by their names in the payload: none may be empty (specification section 5). */
export function missingIn(payload: RegistrationPayload): string[] {
  return registrationFieldNames.filter((field) => payload[field] === '')
}
