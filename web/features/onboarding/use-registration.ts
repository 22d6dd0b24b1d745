import { useEffect, useRef, useState } from 'react'
import { filledFrom } from '#contract/schemas/identity.ts'
import { noticePresses } from '#web/lib/focus.ts'
import { here } from '#web/lib/language.ts'
import { useBankForm } from './mandate/use-bank-form.ts'
import { furthestBegun, nearestOpen, steps } from './steps.tsx'
import { useBankDraft, useDraft } from './draft.ts'
import { type Details, isVerified, readDetails, useDetails } from './details.ts'
import { type SessionState, useSessionState } from './session-state.ts'
import { usePhoto } from './use-photo.ts'
import type { Progress, Wizard } from './wizard.ts'
import { toast } from 'react-hot-toast/headless'
import type { UseFormReturn } from 'react-hook-form'
import { maskedAadhaar } from '#contract/fields.ts'
import { fill } from '#contract/messages/sentences.ts'
import { wizardMessages } from '#messages/registrations.ts'
import * as z from 'zod/mini'
import { pages } from '#contract/paths.ts'

/** The state of the whole registration, in one place: what the server knows, what is typed, and which step is shown. */
export function useRegistration() {
  const { session, state, change, reload } = useSessionState()
  const { form, element, filled, person } = useDetails(session)
  const photo = usePhoto(person?.profile_image)
  const keepDraft = useDraft({ form, element, filled, photo })

  function progress(): Progress {
    const typed = form.getValues()
    const { aadhaar, phone } = isVerified(session, typed)
    const known = session.aadhaar?.person
    if (!aadhaar || !phone || !known) return { session, identityDone: false }
    // From the record itself: the form may not have it yet.
    const hasPhoto = Boolean(photo.src ?? known.profile_image)
    return { session, identityDone: hasPhoto && readDetails({ ...typed, ...filledFrom(known) }).success }
  }
  const bank = useBankForm()
  useBankDraft(bank)
  const isRegistered = session.registration !== null
  const { number, heading, top, next, back, toFirst } = useSteps({
    isKnown: state === 'known',
    isRegistered,
    progress,
  })
  const { restart, isExpired } = useRestart({ session, form, reload, toFirst })
  useEffect(noticePresses, [])
  const isOnTheWay = session.aadhaar !== null
  useEffect(() => void (isOnTheWay && steps[number]?.fetch?.()), [isOnTheWay, number])

  const ways = { next, back, restart }
  const wizard: Wizard = { session, change, reload, form, element, filled, photo, bank, keepDraft, ...ways }
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

const historyEntry = z.object({ step: z.number() })

interface StepsOptions {
  /** Whether the server has said how far the registration is. */
  isKnown: boolean
  isRegistered: boolean
  progress(): Progress
}

/** Which step is shown: one entry in the browser's history for each, so that its own Back goes a step back too. */
function useSteps({ isKnown, isRegistered, progress }: StepsOptions) {
  const [number, setNumber] = useState(1)
  const wasKnown = useRef(false)
  const { heading, top, moved } = useHeading(number)

  function show(wanted: number) {
    const open = nearestOpen(steps, wanted, progress())
    moved.current = open !== number
    setNumber(open)
  }
  function next() {
    // An address may carry a fragment that no step of ours has set.
    if (stepIn(history.state) === undefined) history.replaceState({ step: number }, '')
    history.pushState({ step: number + 1, pushed: true }, '')
    show(number + 1)
  }
  function back() {
    if (number === 1) location.assign(here(pages.home))
    else if (history.state?.pushed) history.back()
    else {
      history.replaceState({ step: number - 1 }, '')
      show(number - 1)
    }
  }

  useEffect(() => {
    if (!isKnown) return
    if (!wasKnown.current) {
      wasKnown.current = true
      // Where the visitor was before a refresh, or else where the server says they had got to.
      setNumber(nearestOpen(steps, stepIn(history.state) ?? furthestBegun(steps, progress()), progress()))
    } else if (isRegistered) {
      // Just now, in this page: the last step takes this one's place in the history.
      history.replaceState({ step: steps.length }, '')
      show(steps.length)
    }
  }, [isKnown, isRegistered])
  useFollowing(number, show)

  return { number, heading, top, next, back, toFirst: () => toFirst(show) }
}

/** From a later step; a visitor who has left it meanwhile stays. */
function toFirst(show: (wanted: number) => void) {
  if ((stepIn(history.state) ?? 1) > 1 && history.state?.pushed) return history.back()
  history.replaceState({ step: 1 }, '')
  show(1)
}

/** The browser's own Back and Forward. */
function useFollowing(number: number, show: (wanted: number) => void) {
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => {
      const step = stepIn(state)
      // A link within the page, as the one to its content, made an entry of its own: it is of the step that is shown.
      if (step === undefined && location.hash) history.replaceState({ step: number }, '')
      else show(step ?? 1)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  })
}

function stepIn(state: unknown): number | undefined {
  const read = historyEntry.safeParse(state)
  return read.success ? read.data.step : undefined
}

/** Title, focus and the top of the page follow the step; the focus only when the visitor has moved. */
function useHeading(number: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  // The page's own title, of which the agency's name stays.
  const [title, setTitle] = useState<string>()

  useEffect(() => setTitle(document.title), [])
  useEffect(() => {
    const name = steps[number - 1]?.name
    if (!title || !name) return
    const step = fill(wizardMessages.heading, { number, of: steps.length, name })
    document.title = step + title.slice(Math.max(0, title.indexOf(' · ')))
  }, [number, title])
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    top.current?.scrollIntoView({ behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [number])
  return { heading, top, moved }
}
