import { useRef, useState, type SyntheticEvent } from 'react'
import { defaultLanguage, languages } from '#contract/messages/languages.ts'
import {
  mailMessages as words,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import { mailAccepted, mailPreview, type MailDraft, type MailPreview } from '#contract/schemas/staff-mails.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { readAnew, send, useAction } from '#web/features/staff/calls.ts'
import { callPath } from '#web/features/staff/record-calls.ts'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { Select } from '#web/features/staff/select.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

interface MailToPersonProps {
  kind: RecordKind
  reference: string
}

const names = Object.keys(mailTemplates) as MailTemplateName[]

/** A mail to the record's person from a template: filled in, seen, and only then sent. */
export function MailToPerson({ kind, reference }: MailToPersonProps) {
  const may = useMay('records.mail')
  const [template, setTemplate] = useState<MailTemplateName>()
  const [blanks, setBlanks] = useState<Record<string, string>>({})
  const [seen, setSeen] = useState<MailPreview>()
  const [said, setSaid] = useState('')
  const id = useRef('')
  const { busy, problem, errorOf, run } = useAction()
  if (!may) return null
  const path = `${callPath({ kind, reference })}/mails`
  const { failed: fallback } = words
  const draft: MailDraft | undefined = template && { template, blanks }

  function preview(event: SyntheticEvent) {
    event.preventDefault()
    const sent = send({ path: `${path}/preview`, body: draft, schema: mailPreview, fallback })
    void run('preview', sent, setSeen)
  }
  function dispatch() {
    // The same id until it is sent: a second press, or one after a lost answer, sends nothing twice.
    id.current ||= crypto.randomUUID()
    const sent = send({ path, body: { id: id.current, draft }, schema: mailAccepted, fallback })
    void run('send', sent, ({ message }) => {
      id.current = ''
      setSaid(message)
      choose('')
      readAnew('record')
    })
  }
  function choose(name: string) {
    setTemplate(names.find((one) => one === name))
    setBlanks({})
    setSeen(undefined)
  }
  return (
    <Panel title={words.title}>
      {seen ? (
        <Seen mail={seen} busy={busy === 'send'} send={dispatch} change={() => setSeen(undefined)} />
      ) : (
        <form className="desk-stack" onSubmit={preview} noValidate>
          <Select
            label={words.template}
            value={template ?? ''}
            choices={[['', words.choose], ...templatesOf(kind)]}
            choose={(name) => {
              setSaid('')
              choose(name)
            }}
          />
          {template &&
            mailTemplates[template].blanks.map(({ name, label, hint }) => (
              <TextField
                key={name}
                label={label}
                hint={hint}
                maxLength={300}
                error={errorOf(`blanks.${name}`)}
                value={blanks[name] ?? ''}
                onChange={({ currentTarget }) => setBlanks({ ...blanks, [name]: currentTarget.value })}
              />
            ))}
          {template && (
            <div className="desk-actions">
              <SubmitButton busy={busy === 'preview'}>{words.preview}</SubmitButton>
            </div>
          )}
        </form>
      )}
      <Problem>{problem}</Problem>
      <p role="status">{said}</p>
    </Panel>
  )
}

/** The templates that a record of this kind has, each with its name for people. */
function templatesOf(kind: RecordKind) {
  const offered = names.filter((name) => (mailTemplates[name].kinds as readonly RecordKind[]).includes(kind))
  return offered.map((name) => [name, mailTemplates[name].label] as const)
}

interface SeenProps {
  mail: MailPreview
  busy: boolean
  send(): void
  change(): void
}

function Seen({ mail: { to, language, subject, text }, busy, send, change }: SeenProps) {
  const { tag, english } = languages[language]
  return (
    <div className="desk-stack">
      <p className="wrap-anywhere">
        {words.to}: {to}
        <br />
        {words.subject}: <strong lang={tag}>{subject}</strong>
      </p>
      {language !== defaultLanguage && <p>{words.language(english)}</p>}
      <pre className="desk-text bg-paper font-[inherit]" lang={tag}>
        {text}
      </pre>
      <div className="desk-actions">
        <ActionButton busy={busy} onClick={send}>
          {words.send}
        </ActionButton>
        <ActionButton disabled={busy} onClick={change}>
          {words.change}
        </ActionButton>
      </div>
    </div>
  )
}
