import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordContact, RecordDetail } from '#contract/schemas/staff-records.ts'
import { showContact } from '#web/features/staff/record-calls.ts'
import { queryClient, useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

/** The facts, masked until one press shows them; leaving the record masks them again. */
export function Facts({ record }: { record: RecordDetail & { reference: string } }) {
  const { reference, facts } = record
  const may = useMay('records.contact')
  const [contact, setContact] = useState<RecordContact>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function show() {
    setBusy(true)
    const answer = await showContact(record)
    setBusy(false)
    setProblem(answer.ok ? '' : answer.message)
    if (!answer.ok) return
    setContact(answer.body)
    // That somebody looked stands in the timeline.
    void queryClient.invalidateQueries({ queryKey: ['record', reference] })
  }
  return (
    <section className="desk-panel" aria-labelledby="facts">
      <div className="desk-section-head">
        <h2 id="facts">{recordWords.facts}</h2>
        {may && !contact && (
          <ActionButton busy={busy} onClick={() => void show()}>
            {recordWords.showContact}
          </ActionButton>
        )}
      </div>
      <p role="status" className="desk-said text-quiet">
        {contact && recordWords.shownContact}
      </p>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      <FactList facts={contact?.facts ?? facts} />
    </section>
  )
}

/** Characters that want a line of their own. */
const LONG = 40

export function FactList({ facts }: Pick<RecordDetail, 'facts'>) {
  return (
    <dl className="desk-facts">
      {facts.map(({ label, value }) => (
        <div key={label} data-long={value.length > LONG}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
