import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import type { Order, Terms } from './attempt.ts'
import { fail, finishAgain, type Machine } from './machine.ts'
import { continueHere, press } from './opening.ts'
import type { MandateJob, Phase } from './phase.ts'
import { createReadyAttempt } from './ready-attempt.ts'
import { readDetails, type BankForm } from './use-bank-form.ts'
import type { MaxAmount } from './use-max-amount.ts'
import { cameBack, giveUp, resume, setOver } from './waiting.ts'

/** Milliseconds without a key pressed after which a token is asked for: details that are still being typed need none. */
const PAUSE_MS = 400

export type Mandate = ReturnType<typeof useMandate>

interface MandateOptions extends Pick<Terms, 'recordId' | 'fallback'> {
  form: BankForm
  amount: MaxAmount
  typed?(): Terms['typed']
}

/** Sets a mandate up with the bank, for what stands in the form. */
export function useMandate({ form, amount, typed, recordId, fallback }: MandateOptions, job: MandateJob) {
  const details = readDetails(useWatch({ control: form.control, compute: (values) => ({ ...values }) }))
  function termsOf(asked: BankDetails | undefined): Terms | undefined {
    const { amount: maxAmount } = amount
    if (!asked || maxAmount === undefined) return undefined
    return { details: asked, maxAmount, recordId, typed: typed?.(), fallback }
  }
  const [phase, draw] = useState<Phase>({ is: 'form' })
  const latest = useRef(job)
  latest.current = job
  const [machine] = useState<Machine>(() => ({
    phase,
    ready: createReadyAttempt(),
    job: () => latest.current,
    draw,
  }))
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && cameBack(machine)
    setOver(machine, false)
    addEventListener('pageshow', shown)
    return () => {
      removeEventListener('pageshow', shown)
      setOver(machine, true)
    }
  }, [])
  const isReady = useReadyAhead(machine, { terms: termsOf(details), phase })

  return {
    /** What stands in the form, once all of it is right. */
    details,
    termsOf,
    phase,
    isReady,
    press: (now: Terms) => press(machine, now),
    continueHere: (now: Terms) => void continueHere(machine, now),
    giveUp: (how: 'closed' | 'cancelled') => void giveUp(machine, how),
    finishAgain: () => void finishAgain(machine),
    resume: (order: Order) => void resume(machine, order),
    /** Says in the form why there is no way on. */
    fail: (sentence: string) => fail(machine, sentence),
  }
}

/** Has the token and the script here before the press that needs them; answers whether they are. */
function useReadyAhead(machine: Machine, { terms, phase }: { terms: Terms | undefined; phase: Phase }) {
  const [, draw] = useState(0)
  // A script that never came whole is asked for again by a press alone.
  const isOpen = ['form', 'ready', 'blocked'].includes(phase.is) && !(phase.is === 'form' && phase.isBroken)
  const key = JSON.stringify(terms)
  useEffect(() => {
    if (!terms || !isOpen) return
    const pause = setTimeout(() => {
      void machine.ready.get(terms).then(() => draw((count) => count + 1))
    }, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [key, phase])
  return terms !== undefined && machine.ready.has(terms)
}
