import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { postJson } from '#web/lib/api.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { goHomeWith } from '#web/ui/toast.ts'
import { type OpenedRecord, openRecordPatiently, recordId } from './open-record.ts'
import { agreementPageMessages, recordStates } from '#messages/agreements.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { Island } from '#web/ui/island.tsx'
import { Coming, Failed, lateComponent } from '#web/ui/load-state.tsx'
import { later } from '#web/lib/async.ts'

/** The dialog that confirms a link with a code. Few visitors need one, so it is loaded when needed. */
export const LinkConfirm = lateComponent(
  later(async () => (await import('./link-confirm.tsx')).LinkConfirm),
  {
    coming: agreementPageMessages.loadingRecord,
    missing: agreementPageMessages.unreached,
    again: agreementPageMessages.again,
  },
)

type ShownRecord = Extract<OpenedRecord, { is: 'open' | 'locked' }> | { is: 'loading' }

/** Opens the record of the page's address; goes home with a reason if that fails or nothing is to be done (`whyNot`). */
function useRecord(whyNot: (record: PersonRecord) => string | undefined) {
  const [opened, setOpened] = useState<ShownRecord>({ is: 'loading' })
  const load = useCallback(async () => {
    setOpened({ is: 'loading' })
    const found = await openRecordPatiently(recordId())
    const leave = (message: string) => goHomeWith({ type: 'error', message })
    if (found.is === 'unreached') return leave(found.failure.message)
    if (found.is === 'refused') return leave(found.message)
    const reason = found.is === 'open' ? whyNot(found.record) : undefined
    if (reason !== undefined) return leave(reason)
    setOpened(found)
  }, [])
  useEffect(() => void load(), [])
  useEffect(() => (opened.is === 'open' ? endWithSession() : undefined), [opened.is])
  return { opened, load: () => void load() }
}

interface RecordPageProps {
  name: ComponentProps<typeof Island>['name']
  /** Returns why nothing is to be done for a record, if so. */
  whyNot(record: PersonRecord): string | undefined
  /** Shows the record; `reload` opens it again, which may require a confirmation. */
  children(record: PersonRecord, reload: () => void): ReactNode
}

/** The page of a mailed link: opens the record, and confirms the link with a code if the server requires one. */
export function RecordPage({ name, ...props }: RecordPageProps) {
  return (
    <Island name={name} post={postJson}>
      <Opened {...props} />
    </Island>
  )
}

function Opened({ whyNot, children }: Omit<RecordPageProps, 'name'>) {
  const { opened, load } = useRecord(whyNot)
  useEffect(keepFocusNear, [])
  switch (opened.is) {
    case 'open':
      return children(opened.record, load)
    case 'loading':
      return <RecordWait />
    case 'locked':
      return <LinkConfirm id={recordId()} sentence={opened.message} onConfirmed={load} />
  }
}

interface RecordWaitProps {
  /** Why the record is not open; none while it is being opened. */
  sentence?: string | undefined
  onRetry?(): Promise<void>
}

/** Shown until the record is open. */
export function RecordWait({ sentence, onRetry }: RecordWaitProps) {
  return (
    <div className="grid min-h-80 max-w-form content-start justify-items-start gap-4">
      {sentence === undefined || !onRetry ? (
        <Coming>{agreementPageMessages.loadingRecord}</Coming>
      ) : (
        <Failed sentence={sentence} again={agreementPageMessages.again} onRetry={onRetry} />
      )}
    </div>
  )
}

/** Returns whether the agreement is signed and no annex to it awaits acceptance. */
export function isAllSigned({ signedAgreement, openAnnex = false }: PersonRecord): boolean {
  return signedAgreement && !openAnnex
}

/** The states of a registration's agreement and bank mandate side by side, since they are independent. */
export function RecordStates({ record }: { record: PersonRecord }) {
  const { signedAgreement, openAnnex, mandate_id } = record
  const agreement = openAnnex ? 'annex' : signedAgreement ? 'signed' : 'unsigned'
  const { registrationStatus } = mandate_id.mandateDetails
  const rows = [
    [recordStates.agreement, recordStates.agreementStates[agreement]],
    [recordStates.mandate, recordStates.mandateStates[registrationStatus]],
  ]
  return (
    <section aria-labelledby="record-states" className="mb-8 max-w-[48rem]">
      <h2 id="record-states" className="sr-only">
        {recordStates.heading}
      </h2>
      <dl className="grid gap-x-6 gap-y-1 rounded-card border border-line bg-panel px-5 py-4 sm:grid-cols-[max-content_1fr]">
        {rows.map(([label, state]) => (
          <div key={label} className="contents">
            <dt className="text-quiet not-first:mt-2 sm:not-first:mt-0">{label}</dt>
            <dd className="font-medium wrap-anywhere">{state}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
