import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { recordBank, type RecordDetail } from '#contract/schemas/staff-records.ts'
import { anything, readAnew, send, useAction } from '#web/features/staff/calls.ts'
import { callPath } from '#web/features/staff/record-calls.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { FactList } from './facts.tsx'

/** The bank's gateway is waited for longer than our own answers. */
const timeoutMs = 60_000

/** What can be done for an executive alone: the link again, the bank's answer, and for owners the bank details. */
export function ExecutiveActions({ reference }: { reference: string }) {
  const mayBank = useMay('records.bank')
  const may = { link: useMay('records.link'), mandate: useMay('mandates.refresh') }
  const [bank, setBank] = useState<RecordDetail['facts']>()
  const [said, setSaid] = useState('')
  const { busy, problem, run } = useAction()
  async function act(name: 'link' | 'mandate', done: string) {
    setSaid('')
    const sent = send({ path: `executives/${reference}/${name}`, schema: anything, timeoutMs })
    await run(name, sent, () => setSaid(done))
    readAnew('record')
  }
  async function showBank() {
    setSaid('')
    const path = `${callPath({ kind: 'executives', reference })}/bank`
    await run('bank', send({ path, schema: recordBank }), ({ facts }) => setBank(facts))
    readAnew('record')
  }
  if (!may.link && !may.mandate && !mayBank) return null
  return (
    <section className="desk-panel" aria-label={recordWords.actions}>
      <div className="desk-actions">
        {may.link && (
          <ActionButton busy={busy === 'link'} onClick={() => void act('link', recordWords.linkSent)}>
            {recordWords.link}
          </ActionButton>
        )}
        {may.mandate && (
          <ActionButton
            busy={busy === 'mandate'}
            onClick={() => void act('mandate', recordWords.mandateAsked)}
          >
            {recordWords.mandate}
          </ActionButton>
        )}
        {mayBank && !bank && (
          <ActionButton busy={busy === 'bank'} onClick={() => void showBank()}>
            {recordWords.bank}
          </ActionButton>
        )}
      </div>
      <p role="status" className="text-quiet">
        {said}
      </p>
      <Problem>{problem}</Problem>
      {bank && <FactList facts={bank} />}
    </section>
  )
}
