import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { accessWords } from '#contract/messages/staff-access.ts'
import { cameByLink } from '#web/features/staff/router.tsx'
import type { Answer } from '#web/lib/api.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import './door.css'

interface DoorProps {
  title: string
  children: ReactNode
}

/** The frame of what stands before the desk. */
export function Door({ title, children }: DoorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    if (cameByLink()) heading.current?.focus()
  }, [title])
  return (
    <main className="desk-door">
      <div className="desk-door-panel">
        <img src="/favicon.svg" width="40" height="40" alt="" />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

interface CeremonyProps {
  button: string
  run(): Promise<Answer>
}

/** The button of a ceremony, with why it did not end well. */
export function Ceremony({ button, run }: CeremonyProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!browserSupportsWebAuthn()) return <ErrorLine>{accessWords.noPasskeys}</ErrorLine>
  async function submit() {
    setBusy(true)
    setProblem('')
    const answer = await run()
    setBusy(false)
    if (!answer.ok) setProblem(answer.message)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SubmitButton busy={busy}>{button}</SubmitButton>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </form>
  )
}
