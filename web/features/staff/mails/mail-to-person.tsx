import { useRef, useState, type SyntheticEvent } from 'react'
import { defaultLanguage, languages } from '#contract/messages/languages.ts'
import {
  mailMessages as words,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import { mailAccepted, mailPreview, type MailDraft, type MailPreview } from '#contract/schemas/staff-mails.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { Labelled } from '#web/features/staff/labelled.tsx'
import { recordsUrl } from '#web/features/staff/record-calls.ts'
import { queryClient, useMay } from '#web/features/staff/session.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { postForJson } from '#web/lib/api.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextField } from '#web/ui/field.tsx'

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
  const url = recordsUrl(kind, reference, 'mails')
  const draft: MailDraft | undefined = template && { template, blanks }

  function preview(event: SyntheticEvent) {
    event.preventDefault()
    const ask = { url: `${url}/preview`, body: draft, schema: mailPreview, fallback: words.failed }
    void run('preview', () => postForJson(ask), setSeen)
  }
  function send() {
    // The same id until it is sent: a second press, or one after a lost answer, sends nothing twice.
    id.current ||= crypto.randomUUID()
    const ask = { url, body: { id: id.current, draft }, schema: mailAccepted, fallback: words.failed }
    void run(
      'send',
      () => postForJson(ask),
      ({ message }) => {
        id.current = ''
        setSaid(message)
        setSeen(undefined)
        choose('')
        void queryClient.invalidateQueries({ queryKey: ['record', reference] })
      },
    )
  }
  function choose(name: string) {
    setTemplate(names.find((one) => one === name))
    setBlanks({})
    setSeen(undefined)
  }
  return (
    <section className="desk-panel desk-stack" aria-labelledby="mail-to-person">
      <h2 id="mail-to-person">{words.title}</h2>
      {seen ? (
        <Seen mail={seen} busy={busy === 'send'} send={send} change={() => setSeen(undefined)} />
      ) : (
        <form className="desk-stack" onSubmit={preview} noValidate>
          <TemplateSelect
            kind={kind}
            chosen={template}
            onChoose={(name) => {
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
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      <p role="status">{said}</p>
    </section>
  )
}

interface TemplateSelectProps {
  kind: RecordKind
  chosen: MailTemplateName | undefined
  onChoose(name: string): void
}

function TemplateSelect({ kind, chosen, onChoose }: TemplateSelectProps) {
  const offered = names.filter((name) => (mailTemplates[name].kinds as readonly RecordKind[]).includes(kind))
  return (
    <Labelled label={words.template}>
      {(id) => (
        <select
          id={id}
          className="desk-control"
          value={chosen ?? ''}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          <option value="">{words.choose}</option>
          {offered.map((name) => (
            <option key={name} value={name}>
              {mailTemplates[name].label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
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
      <pre className="desk-mail" lang={tag}>
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
