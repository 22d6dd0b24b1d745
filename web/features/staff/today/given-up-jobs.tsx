import { useState } from 'react'
import toast from 'react-hot-toast/headless'
import * as z from 'zod/mini'
import { deskWords } from '#contract/messages/staff.ts'
import { todayWords } from '#contract/messages/staff-today.ts'
import { staffApi } from '#contract/paths.ts'
import type { TodayAnswer } from '#contract/schemas/staff-records.ts'
import { whenText } from '#web/features/staff/format.ts'
import { call, queryClient, useMay } from '#web/features/staff/session.ts'
import { postForJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

/** Work that used all its attempts, such as a mail that never left. */
export function GivenUpJobs({ jobs }: Pick<TodayAnswer['waiting'], 'jobs'>) {
  const may = useMay('jobs.retry')
  const [busy, setBusy] = useState('')
  const [problem, setProblem] = useState('')
  async function retry(id: string) {
    setBusy(id)
    const url = `${staffApi}/jobs/${id}/retry`
    const answer = await call(() =>
      postForJson({ url, body: {}, schema: z.unknown(), fallback: deskWords.failed }),
    )
    setBusy('')
    setProblem(answer.ok ? '' : answer.message)
    if (answer.ok) toast.success(todayWords.retried)
    void queryClient.invalidateQueries({ queryKey: ['today'] })
  }
  return (
    <section className="desk-panel" aria-labelledby="jobs">
      <h2 id="jobs">{todayWords.jobs}</h2>
      {jobs.length === 0 && <p className="text-quiet">{todayWords.noJobs}</p>}
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      <ul className="desk-lines">
        {jobs.map(({ id, kind, failure, at }) => (
          <li key={id}>
            <span className="min-w-0">
              {kind} <span className="text-quiet">· {whenText(at)}</span>
              <span className="block text-quiet wrap-anywhere">{failure}</span>
            </span>
            {may && (
              <ActionButton busy={busy === id} onClick={() => void retry(id)}>
                {todayWords.retry}
                <span className="sr-only"> {kind}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
