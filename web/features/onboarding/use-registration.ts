import { useEffect, useState } from 'react'
import { filledFrom } from '#contract/schemas/identity.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { steps } from './steps.tsx'
import { useSteps } from './use-steps.ts'
import { BANK_KEY, useBankForm } from './mandate/bank-form.ts'
import { useDraft } from './draft.ts'
import { type Details, isVerified, readDetails, useDetails } from './details.ts'
import { type SessionState, useSessionState } from './session-state.ts'
import { usePhoto } from './use-photo.ts'
import type { Progress, Wizard } from './wizard.ts'
import { toast } from 'react-hot-toast/headless'
import type { UseFormReturn } from 'react-hook-form'
import { wizardMessages } from '#messages/registrations.ts'
import { maskedAadhaar } from '#contract/fields/executive.ts'

/** The state of the whole registration, in one place: what the server knows, what is typed, and which step is shown. */
export function useRegistration() {
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
