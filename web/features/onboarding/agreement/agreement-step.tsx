import { useEffect, useState, type ReactNode } from 'react'
import { agreementMessages, agreementPageMessages } from '#messages/agreements.ts'
import { onboardingFailures, wizardMessages } from '#messages/registrations.ts'
import { registeredMessages } from '#messages/mandates.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { useAcceptance, AgreementPanel } from './agreement-panel.tsx'
import { goHomeWith } from '#web/ui/toast.ts'
import { openRecord, type OpenedRecord } from '#web/features/onboarding/links/open-record.ts'
import { isAllSigned, LinkConfirm, RecordWait } from '#web/features/onboarding/links/record-page.tsx'

/** Step 3, after the registration: Back shows the completed step 2, and a refresh shows the same. */
export function AgreementStep({ wizard: { session, back } }: { wizard: Wizard }) {
  const id = session.registration?._id
  const [opened, setOpened] = useState<OpenedRecord>()
  async function load(of: string) {
    setOpened(undefined)
    setOpened(await openRecord(of))
  }
  useEffect(() => void (id && load(id)), [id])
  const signed = opened?.is === 'open' && isAllSigned(opened.record)
  useEffect(() => {
    if (signed) goHomeWith({ type: 'error', message: agreementMessages.alreadySigned })
  }, [signed])

  if (!id) return null
  return (
    <>
      <section className="mb-8 max-w-form rounded-card border-2 border-success bg-panel p-[min(1.25rem,6vw)] sm:p-6">
        <h3 className="text-subhead">{registeredMessages.heading}</h3>
        <p className="mt-3">{registeredMessages.lead}</p>
        <p className="mt-3 text-quiet">{registeredMessages.next}</p>
      </section>
      <Opened id={id} opened={opened} load={() => load(id)} onBack={back} />
    </>
  )
}

interface OpenedProps {
  id: string
  opened: OpenedRecord | undefined
  load(): Promise<void>
  onBack(): void
}

function Opened({ id, opened, load, onBack }: OpenedProps) {
  const back = (
    <button type="button" className="button button-quiet" onClick={onBack}>
      {wizardMessages.back}
    </button>
  )
  if (opened?.is === 'open') return <Accept record={opened.record} onLocked={() => void load()} back={back} />
  return (
    <div className="grid justify-items-start gap-8">
      {opened?.is === 'locked' ? (
        <LinkConfirm id={id} sentence={opened.message} onConfirmed={() => void load()} />
      ) : (
        <RecordWait
          sentence={opened?.is === 'unreached' ? agreementPageMessages.unreached : opened?.message}
          onRetry={load}
        />
      )}
      {back}
    </div>
  )
}

interface AcceptProps {
  record: PersonRecord
  onLocked(): void
  back: ReactNode
}

function Accept({ record, onLocked, back }: AcceptProps) {
  const acceptance = useAcceptance(record, {
    done: { type: 'success', message: agreementMessages.registered },
    failed: onboardingFailures.agreement,
    onLocked,
  })
  return <AgreementPanel record={record} acceptance={acceptance} back={back} />
}
