import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useWatch } from 'react-hook-form'
import { type BankDetails, maxAmountResponse } from '#contract/schemas/mandates.ts'
import { type Order, prepareAttempt, type Terms } from './attempts.ts'
import type { Phase } from './machine.ts'
import { type MandateJob, RunningMachine } from './run-machine.ts'
import { type BankForm, readDetails } from './bank-form.ts'
import { toast } from '#web/ui/toast.ts'
import { onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'

export type Mandate = ReturnType<typeof useMandate>

interface MandateOptions extends Pick<Terms, 'recordId' | 'fallback'> {
  form: BankForm
  typed?(): Terms['typed']
}

/** Sets up a mandate with the bank, for what is in the form. */
export function useMandate({ form, typed, recordId, fallback }: MandateOptions, job: MandateJob) {
  const amount = useMaxAmount()
  const details = readDetails(useWatch({ control: form.form.control, compute: (values) => ({ ...values }) }))
  function termsOf(asked: BankDetails | undefined, maxAmount = amount.amount): Terms | undefined {
    if (!asked || maxAmount === undefined) return undefined
    return { details: asked, maxAmount, recordId, typed: typed?.(), fallback }
  }
  const machine = useMachine(job)
  return {
    form,
    amount,
    /** What is in the form, once all of it is right. */
    details,
    phase: machine.phase,
    /** Leads to the bank at once, or as soon as the maximum is known; in this tab, or where the browser allows it. */
    press(asked: BankDetails, isHere?: boolean) {
      const coming = termsOf(asked) ?? amount.ask().then((known) => termsOf(asked, known))
      machine.press(coming, isHere)
    },
    giveUp: (how: 'closed' | 'cancelled') => machine.send('gaveUp', how),
    reload: () => machine.send('reloaded'),
    finishAgain: () => machine.send('finishAgain'),
    resume: (order: Order) => machine.send('resumed', order),
    /** Shows in the form why the person cannot continue. */
    fail: (sentence: string) => machine.send('failed', sentence),
  }
}

/** The machine of this page; a change of its phase renders the page again. */
function useMachine(job: MandateJob) {
  const [, draw] = useState<Phase>()
  const latest = useRef(job)
  latest.current = job
  const [machine] = useState(
    () => new RunningMachine({ prepare: prepareAttempt, job: () => latest.current, draw }),
  )
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && machine.send('shownAgain')
    addEventListener('pageshow', shown)
    return () => {
      removeEventListener('pageshow', shown)
      machine.send('left')
    }
  }, [])
  return machine
}

export type MaxAmount = ReturnType<typeof useMaxAmount>

/** The maximum of a mandate in rupees, which the server sets. */
function useMaxAmount() {
  const [amount, setAmount] = useState<string>()
  const [problem, setProblem] = useState<string>()

  // One request at a time: a press before its answer waits for the same answer.
  const asking = useRef<Promise<string | undefined>>(undefined)

  const ask = useCallback(() => {
    asking.current ??= read().finally(() => {
      asking.current = undefined
    })
    return asking.current
  }, [])
  async function read(): Promise<string | undefined> {
    setProblem(undefined)
    const answer = await getJson({
      url: api.maxAmount,
      schema: z.omit(maxAmountResponse, { message: true }),
      fallback: onboardingFailures.maxAmount,
    })
    setProblem(answer.ok ? undefined : answer.message)
    if (answer.ok) {
      const known = String(answer.body.data.amount)
      setAmount(known)
      return known
    }
    console.error('The maximum amount could not be read.', answer.cause)
    toast.error(answer.message, { id: 'amount' })
    return undefined
  }
  useEffect(() => void ask(), [])

  return { amount, problem, ask }
}
