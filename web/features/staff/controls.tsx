import { Form } from '#web/ui/field.tsx'
import { useEffect, useState } from 'react'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { useSending } from './calls.ts'
import { Problem } from './screen.tsx'
import { swallowSecondClick } from '#web/lib/focus.ts'

interface NameFormProps {
  /** The button that opens the field. */
  button: string
  label: string
  save: string
  /** The present name. */
  given?: string
  call(name: string): Promise<unknown>
}

/** A field for a name that a button opens; Escape closes it. */
export function NameForm({ button, label, save, given = '', call }: NameFormProps) {
  const [typed, setTyped] = useState<string>()
  const { busy, problem, send } = useSending(call, () => setTyped(undefined))
  if (typed === undefined) return <ActionButton onClick={() => setTyped(given)}>{button}</ActionButton>
  return (
    <Form noValidate={false} className="flex flex-wrap items-center gap-2" submit={() => send(typed.trim())}>
      <input
        aria-label={label}
        placeholder={label}
        autoFocus
        required
        maxLength={60}
        className="control"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
      />
      <SubmitButton busy={busy}>{save}</SubmitButton>
      <Problem>{problem}</Problem>
    </Form>
  )
}

interface SureButtonProps {
  children: string
  /** Its name for screen readers before the first press. */
  'aria-label'?: string
  /** Its words after the first press. */
  sure: string
  busy: boolean
  onSure(): void
}

/** Milliseconds after which a first press no longer counts. */
const SURE_MS = 8000

/**
 * A button that needs two presses, but no double click, since its action cannot be undone. Moving the focus, Escape
 * or waiting cancels the first press.
 */
export function SureButton({ children, sure, busy, onSure, ...name }: SureButtonProps) {
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    if (!isSure) return
    const timer = setTimeout(() => setSure(false), SURE_MS)
    return () => clearTimeout(timer)
  }, [isSure])
  function press() {
    setSure(!isSure)
    if (isSure) return onSure()
    swallowSecondClick()
  }
  return (
    <span
      className="contents"
      onBlur={() => setSure(false)}
      onKeyDown={({ key }) => key === 'Escape' && setSure(false)}
    >
      <ActionButton {...(isSure ? {} : name)} busy={busy} onClick={press}>
        {isSure ? sure : children}
      </ActionButton>
      {/* Screen readers do not announce the changed name of a focused button. */}
      <span role="status" className="sr-only">
        {isSure && sure}
      </span>
    </span>
  )
}
