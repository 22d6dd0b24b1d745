import { CircleAlert, Lock } from 'lucide-react'
import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { later } from '#web/lib/async.ts'

interface FieldWords {
  label: string
  hint?: string | undefined
  /** The one message of the field; none while it is valid or unchecked. */
  error?: string | undefined
  /** Why the field cannot be changed now; replaces the hint. */
  lock?: string | undefined
}

type TextFieldProps = FieldWords & ComponentProps<'input'>
type TextAreaProps = FieldWords & ComponentProps<'textarea'>
interface PlainSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  /** Value and words of each. */
  choices: readonly (readonly [value: string, words: string])[]
  /** Called with the chosen value. */
  choose?(value: string): void
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  submit(form: HTMLFormElement): unknown
}

/** A form that this page's code sends. */
export function Form({ submit, ...form }: FormProps) {
  function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    submit(event.currentTarget)
  }
  return <form noValidate onSubmit={send} {...form} />
}

export const locked = 'read-only:border-line read-only:bg-paper'

export function TextField({ label, hint, error, lock, ...input }: TextFieldProps) {
  const id = useId()
  const after = input.type === 'email' && error && <DidYouMean key={error} id={id} />
  return (
    <Field id={id} label={label} hint={hint} error={error} lock={lock} after={after}>
      <input
        type="text"
        className={`control ${locked}`}
        readOnly={lock !== undefined}
        {...tied(id, { hint, error, lock })}
        {...input}
      />
    </Field>
  )
}

const likelyEmail = later(() => import('./did-you-mean.tsx'))

/** The address that was likely meant by a refused one; loaded when needed. */
function DidYouMean({ id }: { id: string }) {
  const [, setHere] = useState(false)
  useEffect(() => void likelyEmail.fetch().then(setHere), [])
  const late = likelyEmail.now()
  return late && <late.DidYouMean id={id} />
}

export function TextArea({ label, hint, error, lock, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} lock={lock}>
      <textarea
        className={`control ${locked}`}
        readOnly={lock !== undefined}
        {...tied(id, { hint, error, lock })}
        {...textarea}
      />
    </Field>
  )
}

/** A field with choices has the words of each, and of none. */
type TableFieldProps = TextFieldProps & {
  rows?: number
  options?: { any?: string; options?: Readonly<Record<string, string>> } | undefined
}

/** The control of a table's field: one line, several lines, a date of birth, or choices. */
export function TableField({ rows, options, ...field }: TableFieldProps) {
  if (options) {
    const { any = '', options: choices = {} } = options
    return (
      <Select
        {...(field as ComponentProps<'select'> & FieldWords)}
        choices={[['', any], ...Object.entries(choices)]}
      />
    )
  }
  if (rows) return <TextArea rows={rows} {...(field as TextAreaProps)} />
  return field.type === 'date' ? <BirthField {...field} /> : <TextField {...field} />
}

/** Not after today in India, which only the browser knows, since the page was built on an earlier day. */
function BirthField(field: TextFieldProps) {
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayInIndia()), [])
  return <TextField max={today} {...field} />
}

/** Choices under their label. */
export function Select({ label, hint, error, ...select }: Omit<FieldWords, 'lock'> & PlainSelectProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <PlainSelect {...tied(id, { hint, error })} {...select} />
    </Field>
  )
}

/** Choices whose purpose is stated elsewhere. */
export function PlainSelect({ choices, choose, ...select }: PlainSelectProps) {
  return (
    <select className="control" onChange={({ currentTarget }) => choose?.(currentTarget.value)} {...select}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}

export function tied(id: string, { hint, error, lock }: Omit<FieldWords, 'label'>) {
  const describedBy = [error && `${id}-error`, (lock ?? hint) && `${id}-hint`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

interface FieldProps extends FieldWords {
  id: string
  children: ReactNode
  /** Under the message. */
  after?: ReactNode
}

function Field({ id, label, hint, error, lock, children, after }: FieldProps) {
  return (
    <div data-field>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {lock ? <LockLine id={`${id}-hint`}>{lock}</LockLine> : hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {children}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {after}
    </div>
  )
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 text-small text-quiet">
      {children}
    </p>
  )
}

function LockLine({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-center gap-1.5 text-small text-quiet">
      <Lock aria-hidden className="size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

/** A sentence that says what is wrong, shown by its sign and by a darker colour with a contrast of 7:1. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-2 flex items-start gap-2 font-medium text-error-strong">
      <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
