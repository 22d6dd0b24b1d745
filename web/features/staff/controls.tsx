import { Form } from '#web/ui/field.tsx'
import { useEffect, useState } from 'react'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { useSending } from './calls.ts'
import { Problem } from './screen.tsx'
import { swallowSecondClick } from '#web/lib/focus.ts'

interface NameFormProps {
  /** Of the button in whose place the name is typed. */
  button: string
  label: string
  save: string
  /** The name that it has. */
  given?: string
  call(name: string): Promise<unknown>
}

/** A name that is given where a button was pressed; Escape leaves it. */
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
  /** Its name for those who hear it, until it was pressed once. */
  'aria-label'?: string
  /** What it says then. */
  sure: string
  busy: boolean
  onSure(): void
}

/** Milliseconds after which a first press is forgotten. */
const SURE_MS = 8000

/**
 * Pressed twice, and not by a double click, since what it does is done at once and cannot be taken back. Whoever turns to
 * something else, presses Escape or waits has not pressed it.
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
      {/* A name that changes under the focus is not announced. */}
      <span role="status" className="sr-only">
        {isSure && sure}
      </span>
    </span>
  )
}
