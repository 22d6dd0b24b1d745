import { useEffect, useRef, type SyntheticEvent } from 'react'
import { defaultLanguage, languages } from '#contract/messages/languages.ts'
import { mailMessages as words } from '#contract/messages/staff-mails.ts'
import type { MailPreview } from '#contract/schemas/staff-mails.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { leadTo } from '#web/lib/focus.ts'

/** A press sooner than this is the second of the double press that asked for the preview. */
const UNREAD_MS = 500

interface MailSeenProps {
  mail: MailPreview
  /** The person's name, beside the masked address. */
  name: string
  busy: boolean
  send(): void
  change(): void
}

/** The mail as it would go: it takes the focus, and is sent from below its text. */
export function MailSeen({ mail: { to, language, subject, text }, name, busy, send, change }: MailSeenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = Date.now()
    leadTo(heading.current, 'start')
  }, [])
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (Date.now() - shownAt.current >= UNREAD_MS) send()
  }
  const { tag, english } = languages[language]
  return (
    <form className="stack" onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {words.previewTitle}
      </h3>
      <p className="wrap-anywhere">
        {words.to}: {name} ({to})
        <br />
        {words.subject}: <strong lang={tag}>{subject}</strong>
      </p>
      {language !== defaultLanguage && <p>{words.language(english)}</p>}
      <pre
        className="rounded-control border border-line px-4 py-3 wrap-anywhere whitespace-pre-wrap bg-paper font-[inherit]"
        lang={tag}
      >
        {text}
      </pre>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton busy={busy}>{words.send}</SubmitButton>
        <ActionButton disabled={busy} onClick={change}>
          {words.change}
        </ActionButton>
      </div>
    </form>
  )
}
