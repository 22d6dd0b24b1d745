import toast from 'react-hot-toast/headless'
import { useState } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  recordStatus,
  recordStatuses,
  type BulkAnswer,
  type RecordChange,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { readAnew, useAction } from '#web/features/staff/calls.ts'
import { ChoiceSelect } from '#web/features/staff/choice-select.tsx'
import { listsChanged, useColleagues } from '#web/features/staff/record-calls.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { changeAll } from './change-all.ts'

const NOBODY = 'nobody'

interface SelectionBarProps {
  kind: RecordKind
  selected: SeenRecord[]
  select(records: SeenRecord[]): void
}

/** What can be done with many records at once; each answers for itself. */
export function SelectionBar({ kind, selected, select }: SelectionBarProps) {
  const colleagues = useColleagues()
  const { isBusy, problem, run } = useAction()
  const [left, setLeft] = useState('')
  const clear = () => select([])
  function change(wanted: Omit<RecordChange, 'version'>) {
    const call = async () => {
      const { all, failure } = await changeAll(kind, selected, wanted)
      listsChanged()
      readAnew('record')
      // After a failure what was not changed stays selected, to be tried again.
      const changed = new Set(all.changed)
      select(failure ? selected.filter(({ reference }) => !changed.has(reference)) : [])
      return failure ?? { ok: true as const, body: all }
    }
    void run('change', call, (answer) => setLeft(notChanged(answer)))
  }
  const busy = isBusy('change')
  const choices = {
    status:
      kind === 'executives' ? [] : recordStatuses[kind].map((name) => [name, statusNames[name]] as const),
    people: [[NOBODY, listWords.nobody] as const, ...colleagues.map(({ id, name }) => [id, name] as const)],
  }
  return (
    <>
      <Problem>{problem || left}</Problem>
      {selected.length > 0 && (
        <div
          role="group"
          aria-label={listWords.selected(selected.length)}
          className="panel flex flex-wrap items-center gap-2 sticky bottom-3 mt-3 border-accent px-3.5 py-2"
        >
          <strong>{listWords.selected(selected.length)}</strong>
          {kind !== 'executives' && (
            <Choice
              name={listWords.setStatus}
              busy={busy}
              choices={choices.status}
              choose={(status) => change({ status: recordStatus.parse(status) })}
            />
          )}
          <Choice
            name={listWords.assignTo}
            busy={busy}
            choices={choices.people}
            choose={(id) => change({ assignedTo: id === NOBODY ? null : id })}
          />
          <ActionButton onClick={clear}>{listWords.clearSelection}</ActionButton>
        </div>
      )}
    </>
  )
}

/** Says how many were changed, if all were; otherwise the answer is which were not, and why. */
function notChanged({ changed, left, refused }: BulkAnswer): string {
  if (left.length === 0 && changed.length > 0) toast.success(listWords.countChanged(changed.length))
  return [
    ...(left.length > 0 ? [listWords.someLeft(changed.length, left)] : []),
    ...(refused.length > 0 ? [listWords.notThere(refused)] : []),
  ].join(' ')
}

interface ChoiceProps {
  name: string
  busy: boolean
  choices: (readonly [value: string, words: string])[]
  choose(value: string): void
}

/** A select that does something once and stands on its name again. */
function Choice({ name, busy, choices, choose }: ChoiceProps) {
  const [isWaiting, setWaiting] = useState(false)
  return (
    <>
      <ChoiceSelect
        aria-label={name}
        aria-disabled={busy}
        value=""
        choices={[['', name], ...choices]}
        atLeaving="forget"
        tellWaiting={setWaiting}
        choose={(value) => !busy && choose(value)}
      />
      <span role="status">{isWaiting && recordWords.notSavedYet}</span>
    </>
  )
}
