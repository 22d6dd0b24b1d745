import { CircleAlert, Lock } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { todayInIndia } from '#contract/dates.ts'

interface FieldWords {
  label: string
  hint?: string | undefined
  /** The one message of the field; none when it is valid or not yet checked. */
  error?: string | undefined
  /** Why the field cannot be changed, while it cannot; shown in the hint's place. */
  lock?: string | undefined
}

type TextFieldProps = FieldWords & ComponentProps<'input'>
type TextAreaProps = FieldWords & ComponentProps<'textarea'>
interface SelectFieldProps extends FieldWords, ComponentProps<'select'> {
  /** Value and words of each choice. */
  choices: readonly (readonly [value: string, words: string])[]
  /** What stands there before a choice is made. */
  placeholder: string
  /** The choice that is made, which alone is offered while the field is locked. */
  chosen: string | undefined
}

export const control =
  'block min-h-12 w-full rounded-card border border-edge bg-panel px-4 py-2.5 text-ink aria-invalid:border-2 aria-invalid:border-error'
export const locked = 'read-only:border-line read-only:bg-paper'

export function TextField({ label, hint, error, lock, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} lock={lock}>
      <input
        type="text"
        className={`mt-2 ${control} ${locked}`}
        readOnly={lock !== undefined}
        {...tied(id, { hint, error, lock })}
        {...input}
      />
    </Field>
  )
}

export function TextArea({ label, hint, error, lock, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} lock={lock}>
      <textarea
        className={`mt-2 ${control} ${locked}`}
        readOnly={lock !== undefined}
        {...tied(id, { hint, error, lock })}
        {...textarea}
      />
    </Field>
  )
}

/** One of a few may be chosen: the words of each, and of none. */
type TableFieldProps = TextFieldProps & {
  rows?: number
  options?: { any?: string; options?: Readonly<Record<string, string>> } | undefined
}

/** The control of a field of a table: of one line, of several, for a date of birth, or one of a few. */
export function TableField({ rows, options, ...field }: TableFieldProps) {
  if (options) {
    const { any = '', options: choices = {} } = options
    return (
      <SelectField
        {...(field as ComponentProps<'select'> & FieldWords)}
        choices={Object.entries(choices)}
        placeholder={any}
        chosen={undefined}
      />
    )
  }
  if (rows) return <TextArea rows={rows} {...(field as TextAreaProps)} />
  return field.type === 'date' ? <BirthField {...field} /> : <TextField {...field} />
}

/** Typed or picked, and not after today in India, which is known in the browser only: the page was built on an earlier day. */
function BirthField(field: TextFieldProps) {
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayInIndia()), [])
  return <TextField max={today} {...field} />
}

/** One of a few. A browser knows no select that can be read but not changed: locked, it offers what is chosen alone. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, lock, choices, placeholder, chosen, ...select } = props
  const id = useId()
  const offered = lock ? choices.filter(([value]) => value === chosen) : choices
  return (
    <Field id={id} label={label} hint={hint} error={error} lock={lock}>
      <select
        className={`mt-2 ${control} ${lock ? 'appearance-none border-line bg-paper' : ''}`}
        aria-disabled={lock ? true : undefined}
        {...tied(id, { hint, error, lock })}
        {...select}
      >
        {!lock && <option value="">{placeholder}</option>}
        {offered.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function tied(id: string, { hint, error, lock }: Omit<FieldWords, 'label'>) {
  const describedBy = [error && `${id}-error`, (lock ?? hint) && `${id}-hint`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

interface FieldProps extends FieldWords {
  id: string
  children: ReactNode
}

function Field({ id, label, hint, error, lock, children }: FieldProps) {
  return (
    <div data-field>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {lock ? <LockLine id={`${id}-hint`}>{lock}</LockLine> : hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {children}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
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

/** A sentence that says what is wrong: told by its sign as well as by its colour, which is a shade darker for 7:1. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-2 flex items-start gap-2 font-medium text-error-strong">
      <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
