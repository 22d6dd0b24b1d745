import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import { call, problemOf, readAnew, useSending } from '#web/features/staff/calls.ts'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { FactList } from './facts.tsx'

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
