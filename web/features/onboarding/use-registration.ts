import { useEffect } from 'react'
import { filledFrom } from '#contract/schemas/identity.ts'
import { noticePresses } from '#web/lib/after-press.ts'
import { useBankForm } from './mandate/use-bank-form.ts'
import { readDetails } from './details.ts'
import { steps } from './steps.ts'
import { useBankDraft } from './use-bank-draft.ts'
import { isVerified, useDetails } from './use-details.ts'
import { useDraft } from './use-draft.ts'
import { useSessionState } from './use-session-state.ts'
import { usePhoto } from './use-photo.ts'
import { useRestart } from './use-restart.ts'
import { useSteps } from './use-steps.ts'
import type { Progress, Wizard } from './wizard.ts'

/** The state of the whole registration, in one place: what the server knows, what is typed, and which step is shown. */
export function useRegistration() {
  const { facts, state, change, reload } = useSessionState()
  const { form, element, filled, person } = useDetails(facts)
  const photo = usePhoto(person?.profile_image)
  const keepDraft = useDraft({ form, element, filled, photo })

  function progress(): Progress {
    const typed = form.getValues()
    const { aadhaar, phone } = isVerified(facts, typed)
    const known = facts.aadhaar?.person
    if (!aadhaar || !phone || !known) return { facts, identityDone: false }
    // From the record itself: what it fills in may not stand in the form yet.
    const hasPhoto = Boolean(photo.src ?? known.profile_image)
    return { facts, identityDone: hasPhoto && readDetails({ ...typed, ...filledFrom(known) }).ok }
  }
  const bank = useBankForm()
  useBankDraft(bank)
  const isRegistered = facts.registration !== null
  const { number, heading, top, next, back, toFirst } = useSteps({
    isKnown: state === 'known',
    isRegistered,
    progress,
  })
  const { restart, isAway } = useRestart({ facts, form, reload, toFirst })
  useEffect(noticePresses, [])
  const isOnTheWay = facts.aadhaar !== null
  useEffect(() => void (isOnTheWay && steps[number]?.fetch?.()), [isOnTheWay, number])

  const ways = { next, back, restart }
  const wizard: Wizard = { facts, change, reload, form, element, filled, photo, bank, keepDraft, ...ways }
  return { wizard, number, heading, top, unknown: state === 'unknown', isAway: isAway && number === 1 }
}
