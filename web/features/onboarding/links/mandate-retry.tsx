import { type RefObject, useEffect, useRef } from 'react'
import { mandateMessages, retryMessages, waitingMessages } from '#messages/mandates.ts'
import type { BankDetails, UpdateMandateRequest } from '#contract/schemas/mandates.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { recordStates } from '#messages/agreements.ts'
import { RecordPage, RecordStates } from './record-page.tsx'
import { forgetOpenAttempt, type Order, readOpenAttempt } from '#web/features/onboarding/mandate/attempts.ts'
import type { Finished } from '#web/features/onboarding/mandate/run-machine.ts'
import type { Acceptance } from '#web/features/onboarding/mandate/gateway/bank-answer.ts'
import { useMandate } from '#web/features/onboarding/mandate/use-mandate.ts'
import { MandatePanel } from '#web/features/onboarding/mandate/mandate-panel.tsx'
import { onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { type Failure, postJson } from '#web/lib/api.ts'
import { forget } from '#web/lib/tab-storage.ts'
import { goHomeWith, type LeftToast } from '#web/ui/toast.ts'
import { useBankForm } from '#web/features/onboarding/mandate/bank-form.ts'

/** The page of a mailed link on which another mandate replaces a failed one. */
export function MandateRetry() {
  // Keeps what was typed while the form is replaced to confirm the link.
  const written = useRef<BankDetails>(undefined)
  return (
    <RecordPage name="mandate-retry" whyNot={whyNot}>
      {(record, reload) => <Retry record={record} written={written} onLocked={reload} />}
    </RecordPage>
  )
}

/** This page accepts only the status Failed (specification section 4). */
function whyNot({ mandate_id: { mandateDetails } }: PersonRecord): string | undefined {
  return mandateDetails.registrationStatus === 'Failed' ? undefined : mandateMessages.notFailed
}

interface RetryProps {
  record: PersonRecord
  /** Keeps what was typed for the next form of this page. */
  written: RefObject<BankDetails | undefined>
  /** The server no longer knows this visitor: the record is opened again, which may require a confirmation. */
  onLocked(): void
}

function Retry({ record, written, onLocked }: RetryProps) {
  const mandate = useRetry(record, { written: written.current, onLocked: leave })
  function leave() {
    written.current = mandate.form.form.getValues()
    onLocked()
  }
  return (
    <>
      <RecordStates record={record} />
      {record.signedAgreement && <p className="mb-8 max-w-form">{recordStates.annexFollows}</p>}
      <MandatePanel mandate={mandate} submit={retryMessages.submit} finishing={waitingMessages.updating} />
    </>
  )
}

/** The server asks the gateway first. */
const TIMEOUT_MS = 30_000

interface RetryOptions {
  /** What was typed before the page was locked; otherwise the form begins with what is on record. */
  written: BankDetails | undefined
  /** The server asks who this is. */
  onLocked(): void
}

/** Sets up another mandate that replaces the failed one. */
function useRetry(
  { _id: id, mandate_id: { bankDetails } }: PersonRecord,
  { written, onLocked }: RetryOptions,
) {
  const { accountHolderName, accountNumber, ifscCode } = bankDetails
  const recorded = { accountName: accountHolderName, accountNo: accountNumber, ifscCode }
  const form = useBankForm(draftOf(id), recorded, written)
  const mandate = useMandate(
    { form, recordId: id, fallback: onboardingFailures.mandate },
    {
      finish: (order, acceptance) => update(id, { order, acceptance, onLocked }),
      onUnverified: onLocked,
      onAlreadyThere(failure) {
        if (!isReplaced(id, failure)) mandate.fail(failure.message)
      },
      onFieldErrors: ({ errors }) => form.mark(errors, false),
    },
  )
  useEffect(() => {
    const order = readOpenAttempt()
    if (order) mandate.resume(order)
  }, [])
  return mandate
}

interface Update extends Pick<RetryOptions, 'onLocked'> {
  order: Order
  acceptance: Acceptance
}

async function update(id: string, { order, acceptance, onLocked }: Update): Promise<Finished> {
  const body: UpdateMandateRequest = { id, ...order, ...acceptance }
  const answer = await postJson({
    url: api.updateMandate,
    body,
    fallback: onboardingFailures.register,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.ok) {
    leave(id, { type: 'success', message: mandateMessages.updated })
    return { ok: true }
  }
  console.error('The mandate was not updated.', answer.cause)
  // The bank accepted this attempt, and our server was told by the gateway first.
  if (isReplaced(id, answer, { type: 'success', message: mandateMessages.updated })) return { ok: true }
  // The note of the open attempt leads back to it after the link is confirmed.
  if (answer.cause.code === 'unverified') onLocked()
  const { message, errors } = answer
  return { ok: false, sentences: [message, ...errors.map((error) => error.message)] }
}

/** Returns whether the record's mandate is no longer failed, as after a lost answer; then this page is done. */
function isReplaced(
  id: string,
  { cause, message }: Failure,
  toast: LeftToast = { type: 'error', message },
): boolean {
  if (cause.code !== 'mandate_stands') return false
  leave(id, toast)
  return true
}

/** Leaves the page, on which nothing is left to do. */
function leave(id: string, toast: LeftToast): void {
  forgetOpenAttempt()
  forget(draftOf(id))
  goHomeWith(toast)
}

/** Returns the key under which this tab keeps what is typed for this record only. */
function draftOf(id: string): string {
  return `mandate-retry ${id}`
}
