import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { api } from '#contract/paths.ts'
import { laterMessages } from '#messages/links.ts'
import { typedIn, type Wizard } from '#web/features/onboarding/wizard.ts'
import { postJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { leadTo } from '#web/lib/focus.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { OtherWay } from './mandate-panel.tsx'

/** Mails a link to what was verified, for people without their bank papers; the answer replaces the button. */
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
  if (sentTo !== undefined) return <Sent to={sentTo} />
  return (
    <OtherWay words={laterMessages.why}>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={busy || undefined}
        onClick={() => void run(pause)}
      >
        {laterMessages.button}
      </button>
      <div role="alert" className="empty:hidden">
        {refusal && <ErrorLine>{refusal}</ErrorLine>}
      </div>
    </OtherWay>
  )
}

/** Takes the focus of the button that was pressed. */
function Sent({ to }: { to: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => leadTo(place.current, 'nearest'), [])
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="status"
      className="flex gap-3 rounded-card border-2 border-success bg-panel p-[min(1.25rem,6vw)] sm:p-6"
    >
      <Check aria-hidden className="mt-0.5 size-6 shrink-0 text-success" />
      <div className="wrap-anywhere">
        <p className="font-semibold">{fill(laterMessages.sent, { email: to })}</p>
        <p className="mt-1">{laterMessages.opens}</p>
      </div>
    </div>
  )
}
