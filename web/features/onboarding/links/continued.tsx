import { api } from '#contract/paths.ts'
import { laterAnswers, laterMessages } from '#messages/links.ts'
import { LinkConfirm } from './link-confirm.tsx'

const calls = { send: api.pausedOtp, confirm: api.resumeRegistration, sent: laterAnswers.codeSent }

/** Shown instead of the steps for a link that continues a registration: a code to the verified phone opens it. */
export function Continued({ token, onConfirmed }: { token: string; onConfirmed(): void }) {
  return (
    <>
      <h2 className="mb-4 text-title sm:text-heading">{laterMessages.heading}</h2>
      <LinkConfirm id={token} sentence={laterMessages.lead} calls={calls} onConfirmed={onConfirmed} />
    </>
  )
}
