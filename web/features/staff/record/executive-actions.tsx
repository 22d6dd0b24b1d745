import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { mayDo } from '#contract/schemas/staff-api.ts'
import { recordBank, type RecordDetail } from '#contract/schemas/staff-records.ts'
import { anything, readAnew, send, useAction, type Sending } from '#web/features/staff/calls.ts'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { useSelf } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { FactList } from './facts.tsx'

/** The bank's gateway is waited for longer than our own answers. */
const timeoutMs = 60_000

const offers = [
  { name: 'link', operation: 'records.link', done: recordWords.linkSent },
  { name: 'mandate', operation: 'mandates.refresh', done: recordWords.mandateAsked },
] as const

/** What can be done for an executive alone: the link again, the bank's answer, and for owners the bank details. */
export function ExecutiveActions({ reference }: { reference: string }) {
  const { role } = useSelf()
  const offered = offers.filter(({ operation }) => mayDo(role, operation))
  const mayBank = mayDo(role, 'records.bank')
  const [bank, setBank] = useState<RecordDetail['facts']>()
  const [said, setSaid] = useState('')
  const action = useAction()
  /** What came of it stands in the timeline, also where it failed. */
  async function act<Body>(asked: Sending<Body>) {
    setSaid('')
    const answer = await send({ ...asked, timeoutMs })
    readAnew('record')
    return answer
  }
  if (offered.length === 0 && !mayBank) return null
  return (
    <section className="panel" aria-label={recordWords.actions}>
      <div className="flex flex-wrap items-center gap-2">
        {offered.map(({ name, done }) => (
          <ActionButton
            key={name}
            {...action.press(
              name,
              () => act({ path: `executives/${reference}/${name}`, schema: anything }),
              () => setSaid(done),
            )}
          >
            {recordWords[name]}
          </ActionButton>
        ))}
        {mayBank && !bank && (
          <ActionButton
            {...action.press(
              'bank',
              () => act({ path: `records/executives/${reference}/bank`, schema: recordBank }),
              ({ facts }) => setBank(facts),
            )}
          >
            {recordWords.bank}
          </ActionButton>
        )}
      </div>
      <Said>{said}</Said>
      <Problem>{action.problem}</Problem>
      {bank && <FactList facts={bank} />}
    </section>
  )
}
