import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  blankMax,
  type MailBlank,
  mailMessages as words,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import type { MailDraft, MailPreview } from '#contract/schemas/staff-mails.ts'
import { endedStatuses, type RecordKind } from '#contract/schemas/staff-records.ts'
import { call, problemOf, useCall, useSend, useSending } from '#web/features/staff/calls.ts'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { queryClient, useMay, useSelf } from '#web/features/staff/session.ts'
import { leadTo } from '#web/lib/focus.ts'
import { useDraft } from '#web/lib/form.ts'
import { SubmitButton, ActionButton } from '#web/ui/button.tsx'
import { Form, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { defaultLanguage, languages } from '#contract/messages/languages.ts'

interface MailToPersonProps {
  kind: RecordKind
  reference: string
  /** The person's name. */
  name: string
}

const names = Object.keys(mailTemplates) as MailTemplateName[]

/** Finds the first field to fill in. */
const FIELD = 'input, textarea'

/** The previewed mail, which is sent even if something was typed meanwhile. */
interface SeenMail {
  mail: MailPreview
  /** The id makes sure that it is sent once, even after a second press or a lost answer. */
  sent: { id: string; draft: MailDraft }
}

/** A mail to the record's person from a template: filled in, previewed, and then sent. */
export function MailToPerson({ kind, reference, name: person }: MailToPersonProps) {
  const may = useMay('records.mail')
  // The draft belongs to the person who filled it in.
  const { draft, keep } = useDraft(`desk-mail-${useSelf().id}-${reference}`, draftSchema)
  const [seen, setSeen] = useState<SeenMail>()
  const [said, setSaid] = useState('')
  const [part, lead] = useLead()
  const params = { kind, reference }
  const manner = { fallback: words.failed }
  const preview = useSending(
    async (asked: MailDraft) => {
      try {
        const mail = await call('records.previewMail', { params, body: asked }, manner)
        return { mail, sent: { id: crypto.randomUUID(), draft: asked } }
      } catch (error) {
        lead('[aria-invalid="true"]')
        throw error
      }
    },
    (got: SeenMail) => setSeen(got),
  )
  const mailing = useSend(
    'records.mail',
    ({ message }) => {
      setSaid(message)
      keep(undefined)
      setSeen(undefined)
      lead('[role="status"]')
    },
    manner,
  )
  if (!may) return null

  async function choose(template: MailTemplateName) {
    setSaid('')
    const vacancy = asksVacancy(kind, template) ? await onlyVacancy(reference) : undefined
    keep({ template, blanks: {}, vacancy })
    if (mailTemplates[template].blanks.length > 0) lead(FIELD)
    else preview.send({ template, blanks: {} })
  }
  function change() {
    setSeen(undefined)
    lead(draft && mailTemplates[draft.template].blanks.length > 0 ? FIELD : '[aria-pressed="true"]')
  }
  return (
    <Panel title={words.title}>
      <div ref={part} className="stack">
        {seen ? (
          <MailSeen
            mail={seen.mail}
            name={person}
            busy={mailing.busy}
            send={() => mailing.send({ params, body: { ...seen.sent, sure: seen.mail.question !== '' } })}
            change={change}
          />
        ) : (
          <Form className="stack" submit={() => draft && preview.send(draft)}>
            <div role="group" aria-label={words.template} className="flex flex-wrap gap-2">
              {templatesOf(kind).map(([template, label]) => (
                <button
                  key={template}
                  type="button"
                  className="button button-quiet aria-pressed:border-accent aria-pressed:bg-chosen"
                  aria-pressed={draft?.template === template}
                  aria-disabled={preview.busy}
                  onClick={() => !preview.busy && void choose(template)}
                >
                  {label}
                </button>
              ))}
            </div>
            {draft && asksVacancy(kind, draft.template) && (
              <VacancyChoice reference={reference} draft={draft} keep={keep} />
            )}
            {draft && <Blanks draft={draft} keep={keep} errorOf={preview.errorOf} />}
            {draft && (
              <div className="flex flex-wrap items-center gap-2">
                <SubmitButton busy={preview.busy}>{words.preview}</SubmitButton>
              </div>
            )}
          </Form>
        )}
        <Problem>{problemOf(preview, mailing)}</Problem>
        <p role="status" tabIndex={-1}>
          {said}
        </p>
      </div>
    </Panel>
  )
}

/** Returns the templates for records of this kind, each with its name. */
function templatesOf(kind: RecordKind) {
  const offered = names.filter((name) => (mailTemplates[name].kinds as readonly RecordKind[]).includes(kind))
  return offered.map((name) => [name, mailTemplates[name].label] as const)
}

interface BlanksProps {
  draft: MailDraft
  keep(draft: MailDraft): void
  errorOf(field: string): string | undefined
}

function isPosition({ name }: { name: string }): boolean {
  return name === 'position'
}

function asksVacancy(kind: RecordKind, template: MailTemplateName): boolean {
  return kind === 'applications' && mailTemplates[template].blanks.some(isPosition)
}

/** Returns the only vacancy that can be meant: the only one of the person, or the only active one. */
async function onlyVacancy(reference: string): Promise<string | undefined> {
  const given = { params: { reference } }
  const queryFn = () => call('candidates.list', given)
  const read = queryClient.ensureQueryData({ queryKey: ['candidates.list', given], queryFn })
  const { candidates } = await read.catch(() => ({ candidates: [] }))
  const open = candidates.filter(({ stage }) => !endedStatuses.some((ended) => ended === stage))
  const [only, another] = open.length > 0 ? open : candidates
  return another ? undefined : only?.vacancy
}

/** The person's vacancies: the chosen one is the position in the mail. */
function VacancyChoice({ reference, draft, keep }: Omit<BlanksProps, 'errorOf'> & { reference: string }) {
  const { candidates = [] } = useCall('candidates.list', { params: { reference } }).data ?? {}
  if (candidates.length === 0) return null
  return (
    <Select
      label={words.vacancy}
      value={draft.vacancy ?? ''}
      choices={[
        ['', words.otherPosition],
        ...candidates.map(({ vacancy, title }) => [vacancy, `${title} · ${vacancy}`] as const),
      ]}
      choose={(vacancy) => keep({ ...draft, vacancy: vacancy || undefined })}
    />
  )
}

/** A field for each text that the template leaves to staff. */
function Blanks({ draft, keep, errorOf }: BlanksProps) {
  const { template, blanks, vacancy } = draft
  const asked = mailTemplates[template].blanks.filter((blank) => !vacancy || !isPosition(blank))
  return asked.map((blank: MailBlank) => {
    const { name, label, hint, input } = blank
    const shared = {
      ...{
        label,
        hint,
        maxLength: blankMax(blank),
        error: errorOf(`blanks.${name}`),
        value: blanks[name] ?? '',
      },
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        keep({ ...draft, blanks: { ...blanks, [name]: value } }),
    }
    return input === 'lines' ? (
      <TextArea key={name} rows={6} {...shared} />
    ) : (
      <TextField key={name} type={input ?? 'text'} {...shared} />
    )
  })
}

const draftSchema: z.ZodMiniType<MailDraft> = z.object({
  template: z.enum(names as [MailTemplateName, ...MailTemplateName[]]),
  blanks: z.record(z.string(), z.string()),
  vacancy: z.optional(z.string()),
})

/** Moves the focus to what a selector finds within a part of the screen, after the next rendering. */
function useLead() {
  const part = useRef<HTMLDivElement>(null)
  const [to, setTo] = useState<{ selector: string }>()
  useEffect(() => {
    if (to) leadTo(part.current?.querySelector<HTMLElement>(to.selector) ?? null)
  }, [to])
  return [part, (selector: string) => setTo({ selector })] as const
}

/** A press sooner than this belongs to a double click on the preview button. */
const UNREAD_MS = 500

interface MailSeenProps {
  mail: MailPreview
  /** The person's name, beside the masked address. */
  name: string
  busy: boolean
  send(): void
  change(): void
}

/** The preview of the mail: it takes the focus, and is sent by a button below its text. */
function MailSeen({ mail, name, busy, send, change }: MailSeenProps) {
  const { question, to, language, subject, text } = mail
  const heading = useRef<HTMLHeadingElement>(null)
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = Date.now()
    leadTo(heading.current, 'start')
  }, [])
  function submit() {
    if (Date.now() - shownAt.current >= UNREAD_MS) send()
  }
  const { tag, english } = languages[language]
  return (
    <Form className="stack" submit={submit}>
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
      {question && <p className="note">{question}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton busy={busy}>{question ? words.sendSure : words.send}</SubmitButton>
        <ActionButton disabled={busy} onClick={change}>
          {words.change}
        </ActionButton>
      </div>
    </Form>
  )
}
