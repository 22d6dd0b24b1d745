import { useEffect, useRef, type RefObject } from 'react'
import { mandateMessages, retryMessages, waitingMessages } from '#contract/messages/mandates.ts'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { noticePresses } from '#web/lib/after-press.ts'
import { recordId } from './open-record.ts'
import { useRecord } from './use-record.ts'
import { MandatePanel } from '#web/features/onboarding/mandate/mandate-panel.tsx'
import { Island } from '#web/ui/island.tsx'
import { LinkConfirm } from './link-confirm.tsx'
import { RecordWait } from './record-wait.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { useRetry } from './use-retry.ts'

/** The page of an e-mailed link: a mandate that failed is set up once more. */
export function MandateRetry() {
  return (
    <Island name="mandate-retry">
      <Retrying />
    </Island>
  )
}

function Retrying() {
  const { opened, load } = useRecord(whyNot)
  // What was typed outlives the confirming of the link, for which the form gives way.
  const written = useRef<BankDetails>(undefined)
  useEffect(noticePresses, [])
  return (
    <>
      {opened.is === 'open' && <Retry record={opened.record} written={written} onLocked={load} />}
      {opened.is === 'loading' && <RecordWait />}
      {opened.is === 'locked' && <LinkConfirm id={recordId()} sentence={opened.message} onConfirmed={load} />}
      <Toaster />
    </>
  )
}

/** Failed is the only status that this page takes (specification section 4). */
function whyNot({ mandate_id: { mandateDetails } }: PersonRecord): string | undefined {
  return mandateDetails.registrationStatus === 'Failed' ? undefined : mandateMessages.notFailed
}

interface RetryProps {
  record: PersonRecord
  /** Where what is typed is left for the next form of this page. */
  written: RefObject<BankDetails | undefined>
  /** The server does not know this visitor any more: the record is opened again, which may want a confirmation. */
  onLocked(): void
}

function Retry({ record, written, onLocked }: RetryProps) {
  const { form, amount, mandate } = useRetry(record, { written: written.current, onLocked: leave })
  function leave() {
    written.current = form.getValues()
    onLocked()
  }
  return (
    <MandatePanel
      form={form}
      amount={amount}
      mandate={mandate}
      submit={retryMessages.submit}
      finishing={waitingMessages.updating}
    />
  )
}
