import { Check } from 'lucide-react'
import { fill } from '#contract/messages/sentences.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { SubmitGuard } from '#web/ui/submit-guard.tsx'
import { steps, useSteps } from './steps.tsx'
import { otpMessages } from '#messages/identity.ts'
import { Failed } from '#web/ui/load-state.tsx'
import { useEffect, useState } from 'react'
import { filledFrom } from '#contract/schemas/identity.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { BANK_KEY, useBankForm } from '#web/features/onboarding/mandate/bank-form.ts'
import { useDraft } from './draft.ts'
import { type Details, isVerified, readDetails, useDetails } from './details.ts'
import { type SessionState, useSessionState } from './session-state.ts'
import { usePhoto } from '#web/features/onboarding/identity/photo-field.tsx'
import type { Progress, Wizard } from './wizard.ts'
import { toast } from '#web/ui/toast.ts'
import type { UseFormReturn } from 'react-hook-form'
import { maskedAadhaar } from '#contract/fields/executive.ts'

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

/** The state of the whole registration, in one place: what the server knows, what is typed, and which step is shown. */
function useRegistration() {
  const { session, state, change, reload } = useSessionState()
  const { details, filled, person } = useDetails(session)
  const { form } = details
  const photo = usePhoto(person?.profile_image)
  const keepDraft = useDraft({ details, filled, photo })

  function progress(): Progress {
    const typed = form.getValues()
    const { aadhaar, phone } = isVerified(session, typed)
    const known = session.aadhaar?.person
    if (!aadhaar || !phone || !known) return { session, identityDone: false }
    // From the record itself: the form may not have it yet.
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

  const ways = { next, back, restart }
  const wizard: Wizard = { session, change, reload, details, filled, photo, bank, keepDraft, ...ways }
  return { wizard, number, heading, top, unknown: state === 'unknown', isExpired: isExpired && number === 1 }
}

interface RestartParts {
  session: SessionState
  form: UseFormReturn<Details>
  reload(): Promise<SessionState | undefined>
  toFirst(): void
}

/** A session expires; then both numbers have to be verified again. */
function useRestart({ session, form, reload, toFirst }: RestartParts) {
  const [isExpired, setExpired] = useState(false)

  async function restart(): Promise<boolean> {
    const known = await reload()
    const typed = form.getValues()
    if (!known || known.registration || isWhole(known, typed)) return false
    const number = typed.aadhaar_no ?? ''
    const isStale = maskedAadhaar.safeParse(number).success && number !== known.aadhaar?.masked
    // A masked number is of no use once the server has forgotten it.
    if (isStale) form.setValue('aadhaar_no', known.aadhaarCode?.shown ?? '')
    setExpired(true)
    toast.error(wizardMessages.away, { id: 'mandate' })
    toFirst()
    return true
  }
  return { restart, isExpired: isExpired && !isWhole(session, form.getValues()) }
}

function isWhole(session: SessionState, typed: Partial<Details>): boolean {
  const { aadhaar, phone } = isVerified(session, typed)
  return aadhaar && phone
}
