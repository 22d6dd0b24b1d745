import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordContact, RecordDetail } from '#contract/schemas/staff-records.ts'
import { readAnew, useSend, call, problemOf, useSending } from '#web/features/staff/calls.ts'
import type { NamedRecord } from '#web/features/staff/records.ts'
import { Panel, Problem, Said } from '#web/features/staff/screen.tsx'
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

function FactList({ facts }: Pick<RecordDetail, 'facts'>) {
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

/** The bank's gateway is waited for longer than our own answers. */
const timeoutMs = 60_000

/** What can be done for an executive alone: the link again, the bank's answer, and for owners the bank details. */
export function ExecutiveActions({ reference }: { reference: string }) {
  const [mayLink, mayAsk] = [useMay('records.link'), useMay('mandates.refresh')]
  const mayBank = useMay('records.bank')
  const [said, setSaid] = useState('')
  // What came of it stands in the timeline, also where it failed.
  const link = useSending(
    () => noted(call('records.link', { params: { reference } })),
    () => setSaid(recordWords.linkSent),
  )
  const mandate = useSending(
    () => noted(call('mandates.refresh', { params: { reference } }, { timeoutMs })),
    () => setSaid(recordWords.mandateAsked),
  )
  const [facts, setFacts] = useState<RecordDetail['facts']>()
  const bank = useSending(
    () => noted(call('records.bank', { params: { kind: 'executives', reference } })),
    (shown) => setFacts(shown.facts),
  )
  function press({ send }: { send(asked: void): void }) {
    setSaid('')
    send()
  }
  if (!mayLink && !mayAsk && !mayBank) return null
  return (
    <section className="panel" aria-label={recordWords.actions}>
      <div className="flex flex-wrap items-center gap-2">
        {mayLink && (
          <ActionButton busy={link.busy} onClick={() => press(link)}>
            {recordWords.link}
          </ActionButton>
        )}
        {mayAsk && (
          <ActionButton busy={mandate.busy} onClick={() => press(mandate)}>
            {recordWords.mandate}
          </ActionButton>
        )}
        {mayBank && !facts && (
          <ActionButton busy={bank.busy} onClick={() => press(bank)}>
            {recordWords.bank}
          </ActionButton>
        )}
      </div>
      <Said>{said}</Said>
      <Problem>{problemOf(link, mandate, bank)}</Problem>
      {facts && <FactList facts={facts} />}
    </section>
  )
}

/** Has the record read anew once a call ended, however it ended. */
async function noted<Got>(calling: Promise<Got>): Promise<Got> {
  return calling.finally(() => readAnew('records.read'))
}
