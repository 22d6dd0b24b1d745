import { useState } from 'react'
import toast from 'react-hot-toast/headless'
import { listWords } from '#contract/messages/staff-lists.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  recordStatus,
  recordStatuses,
  type RecordChange,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { useColleagues } from '#web/features/staff/colleagues.ts'
import { changeMany } from '#web/features/staff/record-calls.ts'
import { ErrorLine } from '#web/ui/field.tsx'

const NOBODY = 'nobody'

interface SelectionBarProps {
  kind: RecordKind
  selected: SeenRecord[]
  clear(): void
}

/** What can be done with many records at once; each answers for itself. */
export function SelectionBar({ kind, selected, clear }: SelectionBarProps) {
  const colleagues = useColleagues()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function change(wanted: Omit<RecordChange, 'version'>) {
    setBusy(true)
    const answer = await changeMany(kind, { records: selected, ...wanted })
    setBusy(false)
    if (!answer.ok) return setProblem(answer.message)
    const { changed, left, refused } = answer.body
    if (left.length === 0 && changed.length > 0) toast.success(listWords.countChanged(changed.length))
    const notes = [
      ...(left.length > 0 ? [listWords.someLeft(changed.length, left)] : []),
      ...(refused.length > 0 ? [listWords.notThere(refused)] : []),
    ]
    setProblem(notes.join(' '))
    clear()
  }
  return (
    <>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      {selected.length > 0 && (
        <div role="group" aria-label={listWords.selected(selected.length)} className="desk-selection">
          <strong>{listWords.selected(selected.length)}</strong>
          {kind !== 'executives' && (
            <Choice
              name={listWords.setStatus}
              disabled={busy}
              choices={recordStatuses[kind].map((status) => [status, statusNames[status]])}
              choose={(status) => void change({ status: recordStatus.parse(status) })}
            />
          )}
          <Choice
            name={listWords.assignTo}
            disabled={busy}
            choices={[
              [NOBODY, listWords.nobody],
              ...colleagues.map(({ id, name }): [string, string] => [id, name]),
            ]}
            choose={(id) => void change({ assignedTo: id === NOBODY ? null : id })}
          />
          <button type="button" className="button button-quiet" onClick={clear}>
            {listWords.clearSelection}
          </button>
        </div>
      )}
    </>
  )
}

interface ChoiceProps {
  name: string
  disabled: boolean
  choices: [value: string, words: string][]
  choose(value: string): void
}

/** A select that does something once and stands on its name again. */
function Choice({ name, disabled, choices, choose }: ChoiceProps) {
  return (
    <select
      aria-label={name}
      className="desk-control"
      value=""
      aria-disabled={disabled}
      onChange={({ currentTarget }) => !disabled && choose(currentTarget.value)}
    >
      <option value="">{name}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}
