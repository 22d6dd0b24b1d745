import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { continueFragment, pages } from '#contract/paths.ts'
import { otpMessages } from '#messages/identity.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { later } from '#web/lib/async.ts'
import { here } from '#web/lib/page.ts'
import { lateComponent } from '#web/ui/load-state.tsx'
import { IdentityStep } from './identity/identity-step.tsx'
import type { Progress, Step } from './wizard.ts'

// Most visits end before the later steps, which have most of the code.
const mandate = later(async () => (await import('./mandate/mandate-step.tsx')).MandateStep)
const agreement = later(async () => (await import('./agreement/agreement-step.tsx')).AgreementStep)
export const untilHere = {
  coming: wizardMessages.stepComing,
  missing: `${wizardMessages.stepMissing} ${otpMessages.offline}`,
  again: wizardMessages.tryAgain,
}

export const steps: readonly [Step, ...Step[]] = [
  {
    name: wizardMessages.steps.identity,
    short: wizardMessages.shortSteps.identity,
    View: IdentityStep,
    isOpen: ({ session }) => session.registration === null,
    isBegun: () => true,
  },
  {
    name: wizardMessages.steps.mandate,
    short: wizardMessages.shortSteps.mandate,
    View: lateComponent(mandate, untilHere),
    fetch: mandate.fetch,
    // A completed step can still be read.
    isOpen: ({ session, identityDone }) => session.registration !== null || identityDone,
    isBegun: ({ mandate }) => mandate !== null,
  },
  {
    name: wizardMessages.steps.agreement,
    short: wizardMessages.shortSteps.agreement,
    View: lateComponent(agreement, untilHere),
    fetch: agreement.fetch,
    isOpen: ({ session }) => session.registration !== null,
    isBegun: ({ registration }) => registration !== null,
  },
]

type StepTable = readonly Pick<Step, 'isOpen' | 'isBegun'>[]

/** Returns the wanted step, or the nearest open one before it. */
export function nearestOpen(steps: StepTable, wanted: number, progress: Progress): number {
  const open = steps.flatMap((step, index) => (step.isOpen(progress) ? [index + 1] : []))
  return open.findLast((number) => number <= wanted) ?? open[0] ?? 1
}

/** Returns the furthest step that a returning visitor has begun. */
export function furthestBegun(steps: StepTable, { session }: Progress): number {
  return steps.findLastIndex((step) => step.isBegun(session)) + 1
}

interface StepsOptions {
  /** Whether the server has said how far the registration is. */
  isKnown: boolean
  isRegistered: boolean
  progress(): Progress
}

/** Shows the step in the address, or the nearest one before it that the server's answers open. */
export function useSteps({ isKnown, isRegistered, progress }: StepsOptions) {
  const [number, setNumber] = useState(1)
  const wasKnown = useRef(false)
  const { heading, top, moved } = useHeading(number)

  function show(wanted: number) {
    const open = nearestOpen(steps, wanted, progress())
    moved.current = open !== number
    setNumber(open)
  }
  function showInstead(wanted: number) {
    history.replaceState(null, '', addressOf(wanted))
    show(wanted)
  }
  function next() {
    history.pushState({ pushed: true }, '', addressOf(number + 1))
    show(number + 1)
  }
  function back() {
    if (number === 1) location.assign(here(pages.home))
    else if (history.state?.pushed) history.back()
    else showInstead(number - 1)
  }
  /** Returns from a later step; a visitor who has left it meanwhile stays. */
  function toFirst() {
    if ((stepInAddress() ?? 1) > 1 && history.state?.pushed) history.back()
    else showInstead(1)
  }

  useEffect(() => {
    if (!isKnown) return
    // The person registered in this page just now: the last step replaces this one in the history.
    if (wasKnown.current) return isRegistered ? showInstead(steps.length) : undefined
    wasKnown.current = true
    const begun = furthestBegun(steps, progress())
    const first = nearestOpen(steps, stepInAddress() ?? begun, progress())
    // An address without a step means the first one.
    if (first > 1 && stepInAddress() === undefined) history.replaceState(null, '', addressOf(first))
    setNumber(first)
  }, [isKnown, isRegistered])
  useEffect(() => {
    const follow = () => {
      // Another part of the page handles it.
      if (tokenInAddress() !== undefined) return
      const isOther = location.hash !== '' && stepInAddress() === undefined
      if (!isOther) return show(stepInAddress() ?? 1)
      // A link within the page, such as that to its content: it is followed first, then its entry names the current
      // step.
      setTimeout(() => history.replaceState(history.state, '', addressOf(number)))
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  })

  return { number, heading, top, next, back, toFirst }
}

/** The step in the address survives a refresh, Back and Forward, and a change of language. */
export function addressOf(step: number): string {
  return `#step-${step}`
}

function stepInAddress(): number | undefined {
  const [, step] = /^#step-([1-9])$/.exec(location.hash) ?? []
  return step === undefined ? undefined : Number(step)
}

/** Title, focus and scroll position follow the step; the focus only when the visitor has moved. */
function useHeading(number: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  // The page's own title, which contains the agency's name.
  const [title, setTitle] = useState<string>()

  useEffect(() => setTitle(document.title), [])
  useEffect(() => {
    const name = steps[number - 1]?.name
    if (!title || !name) return
    const step = fill(wizardMessages.heading, { number, of: steps.length, name })
    document.title = step + title.slice(Math.max(0, title.indexOf(' · ')))
  }, [number, title])
  useEffect(() => {
    // A refresh starts at the top, since positions differ between steps.
    history.scrollRestoration = number > 1 ? 'manual' : 'auto'
    if (!moved.current) return
    moved.current = false
    top.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [number])
  return { heading, top, moved }
}

/** Returns the token in the address of a mailed link that continues a registration. */
export function tokenInAddress(): string | undefined {
  const { hash } = location
  return hash.startsWith(continueFragment) ? hash.slice(continueFragment.length) : undefined
}

/** Lines differ in style too, since forced colours give all of them one colour. */
const stepLooks = {
  done: 'border-accent text-quiet',
  current: 'border-accent text-ink',
  ahead: 'border-double border-line text-quiet',
}

/** One segment for each step: filled, current or empty, with the same in words. */
export function StepList({ current }: { current: number }) {
  return (
    <ol aria-label={wizardMessages.progress} className="grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-2">
      {steps.map(({ name, short }, index) => {
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
            {/* A phone has room for one word; the whole name is in the heading below, and here for screen readers. */}
            <span aria-hidden className="block sm:hidden">
              {short}
            </span>
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
