import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
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
import { leadTo } from '#web/lib/focus.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MailSeen } from './mail-seen.tsx'

interface MailToPersonProps {
  kind: RecordKind
  reference: string
  /** Of the person. */
  name: string
}

const names = Object.keys(mailTemplates) as MailTemplateName[]

/** A mail to the record's person from a template: filled in, seen, and only then sent. */
export function MailToPerson({ kind, reference, name: person }: MailToPersonProps) {
  const may = useMay('records.mail')
  const [template, setTemplate] = useState<MailTemplateName>()
  const [blanks, setBlanks] = useState<Record<string, string>>({})
  const [seen, setSeen] = useState<MailPreview>()
  const [said, setSaid] = useState('')
  const id = useRef('')
  const [part, lead] = useLead()
  const { busy, problem, errorOf, run } = useAction()
  if (!may) return null
  const path = `${callPath({ kind, reference })}/mails`
  const { failed: fallback } = words
  const draft: MailDraft | undefined = template && { template, blanks }

  function preview(event: SyntheticEvent) {
    event.preventDefault()
    const sent = send({ path: `${path}/preview`, body: draft, schema: mailPreview, fallback })
    void run('preview', sent, setSeen).then((isSeen) => !isSeen && lead('[aria-invalid="true"]'))
  }
  function dispatch() {
    // The same id until it is sent: a second press, or one after a lost answer, sends nothing twice.
    id.current ||= crypto.randomUUID()
    const sent = send({ path, body: { id: id.current, draft }, schema: mailAccepted, fallback })
    void run('send', sent, ({ message }) => {
      id.current = ''
      setSaid(message)
      choose('')
      lead('[role="status"]')
      readAnew('record')
    })
  }
  function choose(name: string) {
    setTemplate(names.find((one) => one === name))
    setBlanks({})
    setSeen(undefined)
  }
  function change() {
    setSeen(undefined)
    lead(template && mailTemplates[template].blanks.length > 0 ? 'input' : 'select')
  }
  return (
    <Panel title={words.title}>
      <div ref={part} className="desk-stack">
        {seen ? (
          <MailSeen mail={seen} name={person} busy={busy === 'send'} send={dispatch} change={change} />
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
            {template && <Blanks template={template} blanks={blanks} fill={setBlanks} errorOf={errorOf} />}
            {template && (
              <div className="desk-actions">
                <SubmitButton busy={busy === 'preview'}>{words.preview}</SubmitButton>
              </div>
            )}
          </form>
        )}
        <Problem>{problem}</Problem>
        <p role="status" tabIndex={-1}>
          {said}
        </p>
      </div>
    </Panel>
  )
}

/** The templates that a record of this kind has, each with its name for people. */
function templatesOf(kind: RecordKind) {
  const offered = names.filter((name) => (mailTemplates[name].kinds as readonly RecordKind[]).includes(kind))
  return offered.map((name) => [name, mailTemplates[name].label] as const)
}

interface BlanksProps {
  template: MailTemplateName
  blanks: Record<string, string>
  fill(blanks: Record<string, string>): void
  errorOf(field: string): string | undefined
}

/** A field for each text that the template leaves to staff. */
function Blanks({ template, blanks, fill, errorOf }: BlanksProps) {
  return mailTemplates[template].blanks.map(({ name, label, hint }) => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      maxLength={300}
      error={errorOf(`blanks.${name}`)}
      value={blanks[name] ?? ''}
      onChange={({ currentTarget }) => fill({ ...blanks, [name]: currentTarget.value })}
    />
  ))
}

/** Leads to what a selector finds within a part of the screen, once it is drawn anew. */
function useLead() {
  const part = useRef<HTMLDivElement>(null)
  const [to, setTo] = useState<{ selector: string }>()
  useEffect(() => {
    if (to) leadTo(part.current?.querySelector<HTMLElement>(to.selector) ?? null)
  }, [to])
  return [part, (selector: string) => setTo({ selector })] as const
}
