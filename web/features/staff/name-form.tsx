import { useState, type SyntheticEvent } from 'react'
import type { AnswerWith } from '#web/lib/answer.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { useAction } from './calls.ts'
import { Problem } from './screen.tsx'
import { control } from './select.tsx'

interface NameFormProps {
  /** Of the button in whose place the name is typed. */
  button: string
  label: string
  save: string
  /** The name that it has. */
  given?: string
  call(name: string): Promise<AnswerWith<unknown>>
  then(): void
}

/** A name that is given where a button was pressed; Escape leaves it. */
export function NameForm({ button, label, save, given = '', call, then }: NameFormProps) {
  const [typed, setTyped] = useState<string>()
  const { isBusy, problem, run } = useAction()
  if (typed === undefined) return <ActionButton onClick={() => setTyped(given)}>{button}</ActionButton>
  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (await run('save', () => call(typed?.trim() ?? ''), then)) setTyped(undefined)
  }
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void submit(event)}>
      <input
        aria-label={label}
        placeholder={label}
        autoFocus
        required
        maxLength={60}
        className={control}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
      />
      <SubmitButton busy={isBusy('save')}>{save}</SubmitButton>
      <Problem>{problem}</Problem>
    </form>
  )
}
