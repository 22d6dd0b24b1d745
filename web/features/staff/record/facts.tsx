import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { recordContact, type RecordContact, type RecordDetail } from '#contract/schemas/staff-records.ts'
import { readAnew, send, useAction } from '#web/features/staff/calls.ts'
import { callPath, type NamedRecord } from '#web/features/staff/record-calls.ts'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'

/** The facts, masked until one press shows them; leaving the record masks them again. */
export function Facts({ record }: { record: NamedRecord }) {
  const may = useMay('records.contact')
  const [contact, setContact] = useState<RecordContact>()
  const action = useAction()
  function show(answer: RecordContact) {
    setContact(answer)
    // That somebody looked stands in the timeline.
    readAnew('record')
  }
  return (
    <Panel
      title={recordWords.facts}
      actions={
        may &&
        !contact && (
          <ActionButton
            {...action.press(
              'show',
              () => send({ path: `${callPath(record)}/contact`, schema: recordContact }),
              show,
            )}
          >
            {recordWords.showContact}
          </ActionButton>
        )
      }
    >
      <p role="status" className="text-quiet">
        {contact && recordWords.shownContact}
      </p>
      <Problem>{action.problem}</Problem>
      <FactList facts={contact?.facts ?? record.facts} />
    </Panel>
  )
}

/** Characters that want a line of their own. */
const LONG = 40

export function FactList({ facts }: Pick<RecordDetail, 'facts'>) {
  return (
    <dl className="fill-[13rem] gap-x-6 gap-y-3">
      {facts.map(({ label, value }) => (
        <div key={label} className={value.length > LONG ? 'col-span-full' : ''}>
          <dt className="text-label text-quiet">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
