import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import type { ReactNode, SyntheticEvent } from 'react'
import { accessWords } from '#contract/messages/staff-access.ts'
import { useSending } from '#web/features/staff/calls.ts'
import { Heading, Problem, SkipLink } from '#web/features/staff/screen.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

interface SignedOutProps {
  title: string
  children: ReactNode
}

/** The frame of what stands before the desk. */
export function SignedOutLayout({ title, children }: SignedOutProps) {
  return (
    <>
      <SkipLink />
      <main
        id="content"
        tabIndex={-1}
        className="grid flex-1 grid-cols-[min(26rem,100%)] place-content-center px-4 py-6"
      >
        <div className="panel gap-4 rounded-[14px] p-[min(2rem,8vw)] [&_.button]:w-full">
          <img src="/favicon.svg" width="40" height="40" alt="" />
          <Heading title={title} />
          {children}
        </div>
      </main>
    </>
  )
}

interface CeremonyProps {
  button: string
  run(): Promise<unknown>
}

/** The button of a ceremony, with why it did not end well. */
export function Ceremony({ button, run }: CeremonyProps) {
  const { busy, problem, send } = useSending(run)
  if (!browserSupportsWebAuthn()) return <ErrorLine>{accessWords.noPasskeys}</ErrorLine>
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit}>
      <SubmitButton busy={busy}>{button}</SubmitButton>
      <Problem>{problem}</Problem>
    </form>
  )
}
