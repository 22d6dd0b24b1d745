import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordContact, RecordDetail } from '#contract/schemas/staff-records.ts'
import { readAnew, useSend } from '#web/features/staff/calls.ts'
import type { NamedRecord } from '#web/features/staff/records.ts'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'

/** The facts, masked until one press shows them; leaving the record masks them again. */
export function Facts({ record }: { record: NamedRecord }) {
  const may = useMay('records.contact')
  const [contact, setContact] = useState<RecordContact>()
  const { kind, reference } = record
  const show = useSend('records.contact', (answer) => {
    setContact(answer)
    // That somebody looked stands in the timeline.
    readAnew('records.read')
  })
  return (
    <Panel
      title={recordWords.facts}
      actions={
        may &&
        !contact && (
          <ActionButton busy={show.busy} onClick={() => show.send({ params: { kind, reference } })}>
            {recordWords.showContact}
          </ActionButton>
        )
      }
    >
      <p role="status" className="text-quiet">
        {contact && recordWords.shownContact}
      </p>
      <Problem>{show.problem}</Problem>
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
