import { useEffect } from 'react'
import { agreementAnswers, agreementMessages } from '#contract/messages/agreements.ts'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { noticePresses } from '#web/lib/after-press.ts'
import { useAcceptance } from '#web/features/onboarding/agreement/use-acceptance.ts'
import { recordId } from './open-record.ts'
import { useRecord } from './use-record.ts'
import { AgreementPanel } from '#web/features/onboarding/agreement/agreement-panel.tsx'
import { Island } from '#web/ui/island.tsx'
import { LinkConfirm } from './link-confirm.tsx'
import { RecordWait } from './record-wait.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

/** Milliseconds that the thanks stay (specification section 9). */
const THANKS_MS = 6000

/** The page of an e-mailed link: the agreement is read and accepted, once. */
export function SignAgreement() {
  return (
    <Island name="sign-agreement">
      <Signing />
    </Island>
  )
}

function Signing() {
  const { opened, load } = useRecord(whyNot)
  useEffect(noticePresses, [])
  return (
    <>
      {opened.is === 'open' && <Sign record={opened.record} onLocked={load} />}
      {opened.is === 'loading' && <RecordWait />}
      {opened.is === 'locked' && <LinkConfirm id={recordId()} sentence={opened.message} onConfirmed={load} />}
      <Toaster />
    </>
  )
}

function whyNot({ signedAgreement }: PersonRecord): string | undefined {
  return signedAgreement ? agreementMessages.alreadySigned : undefined
}

function Sign({ record, onLocked }: { record: PersonRecord; onLocked(): void }) {
  const acceptance = useAcceptance(record, {
    done: { type: 'success', message: agreementAnswers.signed, duration: THANKS_MS },
    failed: onboardingFailures.signing,
    onLocked,
  })
  return <AgreementPanel record={record} acceptance={acceptance} />
}
