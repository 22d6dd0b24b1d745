import { useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { api } from '#contract/paths.ts'
import { laterMessages } from '#messages/links.ts'
import { typedIn, type Wizard } from '#web/features/onboarding/wizard.ts'
import { postJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { ErrorLine } from '#web/ui/field.tsx'

/** For who has no bank papers at hand: the link to what is verified is mailed, and says so in the button's place. */
export function ContinueLater({ wizard }: { wizard: Wizard }) {
  const [sentTo, setSentTo] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const { busy, run } = useOneAtATime()

  async function pause() {
    setRefusal(undefined)
    const { email = '', ...typed } = typedIn(wizard)
    const fallback = laterMessages.failed
    const answer = await postJson({ url: api.pauseRegistration, body: { email, typed }, fallback })
    if (answer.ok) return setSentTo(email)
    console.error('The registration could not be kept for later.', answer.cause)
    if (answer.cause.code !== 'unverified' || !(await wizard.restart())) setRefusal(answer.message)
  }
  return (
    <>
      {sentTo === undefined && (
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy || undefined}
          onClick={() => void run(pause)}
        >
          {laterMessages.button}
        </button>
      )}
      <p role="status" className="basis-full wrap-anywhere empty:hidden">
        {sentTo !== undefined && fill(laterMessages.sent, { email: sentTo })}
      </p>
      <div role="alert" className="basis-full empty:hidden">
        {refusal && <ErrorLine>{refusal}</ErrorLine>}
      </div>
    </>
  )
}
