import type { Progress, Step } from './wizard.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { later } from '#web/lib/async.ts'
import { IdentityStep } from './identity/identity-step.tsx'
import { otpMessages } from '#messages/identity.ts'
import { lateComponent } from '#web/ui/load-state.tsx'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { fill } from '#contract/messages/sentences.ts'
import { pages } from '#contract/paths.ts'
import { here, language } from '#web/lib/language.ts'
import { readStored, store } from '#web/lib/tab-storage.ts'

type Steps = readonly Pick<Step, 'isOpen' | 'isBegun'>[]

/** The step that is shown when one is wanted: that one, or else the nearest open one before it. */
export function nearestOpen(steps: Steps, wanted: number, progress: Progress): number {
  const open = steps.flatMap((step, index) => (step.isOpen(progress) ? [index + 1] : []))
  return open.findLast((number) => number <= wanted) ?? open[0] ?? 1
}

/** The furthest step that a returning visitor has begun. */
export function furthestBegun(steps: Steps, { session }: Progress): number {
  return steps.findLastIndex((step) => step.isBegun(session)) + 1
}

// Most visits end before the later steps, whose code is the greater part.
const mandate = later(async () => (await import('./mandate/mandate-step.tsx')).MandateStep)
const agreement = later(async () => (await import('./agreement/agreement-step.tsx')).AgreementStep)
const untilHere = {
  coming: wizardMessages.stepComing,
  missing: `${wizardMessages.stepMissing} ${otpMessages.offline}`,
  again: wizardMessages.tryAgain,
}

/** The steps in their order. */
export const steps: readonly [Step, ...Step[]] = [
  {
    name: wizardMessages.steps.identity,
    View: IdentityStep,
    isOpen: ({ session }) => session.registration === null,
    isBegun: () => true,
  },
  {
    name: wizardMessages.steps.mandate,
    View: lateComponent(mandate, untilHere),
    fetch: mandate.fetch,
    // To be looked at again once it is finished.
    isOpen: ({ session, identityDone }) => session.registration !== null || identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardMessages.steps.agreement,
    View: lateComponent(agreement, untilHere),
    fetch: agreement.fetch,
    isOpen: ({ session }) => session.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]

const historyEntry = z.object({ step: z.number() })

interface StepsOptions {
  /** Whether the server has said how far the registration is. */
  isKnown: boolean
  isRegistered: boolean
  progress(): Progress
}

/** Which step is shown: one entry in the browser's history for each, so that its own Back goes a step back too. */
export function useSteps({ isKnown, isRegistered, progress }: StepsOptions) {
  const [number, setNumber] = useState(1)
  const wasKnown = useRef(false)
  const { heading, top, moved } = useHeading(number)

  function show(wanted: number) {
    const open = nearestOpen(steps, wanted, progress())
    moved.current = open !== number
    setNumber(open)
    noteStep(open)
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
      // Where the visitor was before a refresh or in another language, or else where the server says they had got to.
      const step = stepIn(history.state) ?? stepBeforeSwitch()
      if (step !== undefined) history.replaceState({ ...history.state, step }, '')
      const first = nearestOpen(steps, step ?? furthestBegun(steps, progress()), progress())
      setNumber(first)
      // Whoever only looks at the page leaves nothing in the browser.
      if (step !== undefined || first > 1) noteStep(first)
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

const KEY = 'registration-step'
const shownStep = z.object({ step: z.number(), language: z.string() })

function noteStep(step: number): void {
  store(KEY, { step, language } satisfies z.infer<typeof shownStep>)
}

/** The step that this tab showed last, where that was in another language. */
function stepBeforeSwitch(): number | undefined {
  const last = readStored(KEY, shownStep)
  return last && last.language !== language ? last.step : undefined
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
    top.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [number])
  return { heading, top, moved }
}
