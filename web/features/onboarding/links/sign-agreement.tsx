import { agreementAnswers, agreementMessages, recordStates } from '#messages/agreements.ts'
import { onboardingFailures } from '#messages/registrations.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { useAcceptance, AgreementPanel } from '#web/features/onboarding/agreement/agreement-panel.tsx'
import { RecordPage, isAllSigned, RecordStates } from './record-page.tsx'
import { recordPages } from '#contract/paths.ts'
import { here } from '#web/lib/page.ts'

/** Milliseconds that the thanks are shown (specification section 9). */
const THANKS_MS = 6000

/** The page of a mailed link on which the agreement, or an annex to it, is read and accepted once. */
export function SignAgreement() {
  return (
    <RecordPage name="sign-agreement" whyNot={whyNot}>
      {(record, reload) => <Sign record={record} onLocked={reload} />}
    </RecordPage>
  )
}

function whyNot(record: PersonRecord): string | undefined {
  return isAllSigned(record) ? agreementMessages.alreadySigned : undefined
}

function Sign({ record, onLocked }: { record: PersonRecord; onLocked(): void }) {
  const message = record.openAnnex ? agreementAnswers.annexSigned : agreementAnswers.signed
  const acceptance = useAcceptance(record, {
    done: { type: 'success', message, duration: THANKS_MS },
    failed: onboardingFailures.signing,
    onLocked,
  })
  const hasFailed = record.mandate_id.mandateDetails.registrationStatus === 'Failed'
  return (
    <>
      <RecordStates record={record} />
      {record.openAnnex && <p className="mb-8 max-w-[48rem]">{recordStates.annex}</p>}
      {hasFailed && (
        <p className="mb-8">
          <a href={here(recordPages.mandateFailure) + record._id} className="link inline-block py-2">
            {recordStates.mandateAgain}
          </a>
        </p>
      )}
      <AgreementPanel record={record} acceptance={acceptance} />
    </>
  )
}
