import { useEffect } from 'react'
import type { BankDetails, UpdateMandateRequest } from '#contract/schemas/mandates.ts'
import { mandateMessages } from '#contract/messages/mandates.ts'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import { api } from '#contract/paths.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { postJson, type Failure } from '#web/lib/api.ts'
import { goHomeWith } from '#web/lib/left-toast.ts'
import type { LeftToast } from '#web/lib/kept-toast.ts'
import type { Order } from '#web/features/onboarding/mandate/attempt.ts'
import type { Taken } from '#web/features/onboarding/mandate/mandate-state.ts'
import { forgetOpenAttempt, readOpenAttempt } from '#web/features/onboarding/mandate/open-attempt.ts'
import type { Finished } from '#web/features/onboarding/mandate/phase.ts'
import { markFields, useBankForm } from '#web/features/onboarding/mandate/use-bank-form.ts'
import { useMandate } from '#web/features/onboarding/mandate/use-mandate.ts'
import { useMaxAmount } from '#web/features/onboarding/mandate/use-max-amount.ts'

/** The server asks the gateway first. */
const TIMEOUT_MS = 30_000

interface RetryOptions {
  /** What was typed before the page was locked; otherwise the form begins with what is on record. */
  written: BankDetails | undefined
  /** The server wants to know again who this is. */
  onLocked(): void
}

/** Sets up another mandate in the place of the one that failed. */
export function useRetry(
  { _id: id, mandate_id: { bankDetails } }: PersonRecord,
  { written, onLocked }: RetryOptions,
) {
  const { accountHolderName, accountNumber, ifscCode } = bankDetails
  const recorded = { accountName: accountHolderName, accountNo: accountNumber, ifscCode }
  const form = useBankForm(written ?? recorded)
  const amount = useMaxAmount()
  const mandate = useMandate(
    { form, amount, recordId: id, fallback: onboardingFailures.mandate },
    {
      finish: (order, taken) => update(id, { order, taken, onLocked }),
      onUnverified: onLocked,
      onAlreadyThere(failure) {
        if (!isMended(failure)) mandate.fail(failure.message)
      },
      onFieldErrors: (errors) => markFields(form, errors),
    },
  )
  useEffect(() => {
    const order = readOpenAttempt()
    if (order) mandate.resume(order)
  }, [])
  return { form, amount, mandate }
}

interface Update extends Pick<RetryOptions, 'onLocked'> {
  order: Order
  taken: Taken
}

async function update(id: string, { order, taken, onLocked }: Update): Promise<Finished> {
  const body: UpdateMandateRequest = { id, ...order, ...taken }
  const answer = await postJson({
    url: api.updateMandate,
    body,
    fallback: onboardingFailures.register,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.ok) {
    forgetOpenAttempt()
    goHomeWith({ type: 'success', message: mandateMessages.updated })
    return { ok: true }
  }
  console.error('The mandate was not updated.', answer.cause)
  // The bank took this attempt up, and its own news of it came before ours.
  if (isMended(answer, { type: 'success', message: mandateMessages.updated })) return { ok: true }
  // The note of the open try leads back to it, once the link is confirmed.
  if (answer.cause.code === 'unverified') onLocked()
  const { message, errors } = answer
  return { ok: false, sentences: [message, ...errors.map((error) => error.message)] }
}

/** Whether the record has a mandate by now that did not fail, as after an answer that was lost; then this page is done. */
function isMended({ cause, message }: Failure, toast: LeftToast = { type: 'error', message }): boolean {
  if (cause.code !== 'already_there' || message !== mandateMessages.notFailed) return false
  forgetOpenAttempt()
  goHomeWith(toast)
  return true
}
