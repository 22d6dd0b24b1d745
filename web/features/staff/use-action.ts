import { useState } from 'react'
import type { AnswerWith, Failure } from '#web/lib/api.ts'
import { call } from './session.ts'

/** What a screen's own calls do: which one is under way, and why the last one failed. */
export function useAction() {
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState<Failure>()
  /** Runs a call under a name; `then` gets what it answered. */
  async function run<Body>(
    name: string,
    send: () => Promise<AnswerWith<Body>>,
    then: (body: Body) => void,
  ): Promise<void> {
    setBusy(name)
    const answer = await call(send)
    setBusy('')
    setFailure(answer.ok ? undefined : (answer as Failure))
    if (answer.ok) then((answer as { body: Body }).body)
  }
  const errorOf = (field: string) => failure?.errors.find((error) => error.field === field)?.message
  return { busy, problem: failure?.message ?? '', errorOf, run }
}
