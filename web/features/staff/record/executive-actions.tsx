import { useState } from 'react'
import * as z from 'zod/mini'
import { recordWords } from '#contract/messages/staff-record.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { recordBank, type RecordDetail } from '#contract/schemas/staff-records.ts'
import { recordsUrl } from '#web/features/staff/record-calls.ts'
import { call, queryClient, useMay } from '#web/features/staff/session.ts'
import { postForJson, type AnswerWith } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { FactList } from './facts.tsx'

type Action = 'bank' | 'link' | 'mandate'
const words = { link: recordWords.linkSent, mandate: recordWords.mandateAsked, bank: '' }
/** The bank's gateway is waited for longer than our own answers. */
const PATIENCE_MS = 60_000

function post<Body>(
  reference: string,
  action: Action,
  schema: z.ZodMiniType<Body>,
): Promise<AnswerWith<Body>> {
  const url =
    action === 'bank'
      ? recordsUrl('executives', reference, action)
      : [staffApi, 'executives', reference, action].join('/')
  return call(() =>
    postForJson({ url, body: {}, schema, fallback: deskWords.failed, timeoutMs: PATIENCE_MS }),
  )
}

/** What can be done for an executive alone: the link again, the bank's answer, and for owners the bank details. */
export function ExecutiveActions({ reference }: { reference: string }) {
  const may = {
    link: useMay('records.link'),
    mandate: useMay('mandates.refresh'),
    bank: useMay('records.bank'),
  }
  const [bank, setBank] = useState<RecordDetail['facts']>()
  const [busy, setBusy] = useState<Action>()
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  async function run(action: Action) {
    setBusy(action)
    const read = post(reference, action, action === 'bank' ? recordBank : z.unknown())
    const answer = await read
    setBusy(undefined)
    setProblem(answer.ok ? '' : answer.message)
    setSaid(answer.ok ? words[action] : '')
    if (answer.ok && action === 'bank') setBank(recordBank.parse(answer.body).facts)
    void queryClient.invalidateQueries({ queryKey: ['record', reference] })
  }
  const shown = (['link', 'mandate', 'bank'] as const).filter(
    (action) => may[action] && !(action === 'bank' && bank),
  )
  if (shown.length === 0 && !bank) return null
  return (
    <section className="desk-panel" aria-label={recordWords.actions}>
      <div className="desk-actions">
        {shown.map((action) => (
          <ActionButton key={action} busy={busy === action} onClick={() => void run(action)}>
            {recordWords[action]}
          </ActionButton>
        ))}
      </div>
      <p role="status" className="desk-said text-quiet">
        {said}
      </p>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      {bank && <FactList facts={bank} />}
    </section>
  )
}
