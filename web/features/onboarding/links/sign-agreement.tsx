import { agreementAnswers, agreementMessages } from '#messages/agreements.ts'
import { onboardingFailures } from '#messages/registrations.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { useAcceptance } from '#web/features/onboarding/agreement/use-acceptance.ts'
import { RecordPage } from './record-page.tsx'
import { AgreementPanel } from '#web/features/onboarding/agreement/agreement-panel.tsx'

/** Milliseconds that the thanks stay (specification section 9). */
const THANKS_MS = 6000

/** The page of an e-mailed link: the agreement is read and accepted, once. */
export function SignAgreement() {
  return (
    <RecordPage name="sign-agreement" whyNot={whyNot}>
      {(record, reload) => <Sign record={record} onLocked={reload} />}
    </RecordPage>
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
