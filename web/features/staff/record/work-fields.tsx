import { useState, type SyntheticEvent } from 'react'
import { keyWords } from '#contract/messages/staff-keys.ts'
import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  recordStatus,
  recordStatuses,
  type RecordChange,
  type RecordDetail,
} from '#contract/schemas/staff-records.ts'
import { useSending } from '#web/features/staff/calls.ts'
import { StatusMark } from '#web/features/staff/format.tsx'
import {
  changeRecord,
  conflictOf,
  putRecord,
  useColleagues,
  type NamedRecord,
} from '#web/features/staff/records.ts'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { Select } from '#web/ui/field.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { change, mayMoveToInterview } from '#web/features/staff/keys/actions.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { Banner } from '#web/ui/status.tsx'

/** What was chosen and is not saved, over the record as it was then. */
interface Choice extends Omit<RecordChange, 'version'> {
  seen: NamedRecord
  /** What somebody else changed meanwhile, a sentence each. */
  changes?: string[]
}

/** What is chosen of a record, and saving it over the version that was seen. */
function useChoice(record: NamedRecord) {
  const [choice, setChoice] = useState<Choice>()
  const [isSaved, setSaved] = useState(false)
  const { busy, problem, send } = useSending(async (chosen: Choice) => {
    const { seen, changes: _, ...wanted } = chosen
    try {
      putRecord(await changeRecord(seen, { version: seen.version, ...wanted }))
      setChoice(undefined)
      setSaved(true)
    } catch (error) {
      const now = conflictOf(error)
      if (!now) throw error
      // What was chosen stays, now over what the other person saved.
      putRecord(now)
      const { reference } = seen
      setChoice({ ...wanted, seen: { ...now, reference }, changes: changesBetween(seen, now) })
    }
  })
  function choose(change: Omit<RecordChange, 'version'>) {
    setSaved(false)
    setChoice({ seen: record, ...choice, ...change })
  }
  const save = () => choice && send(choice)
  return { choice, isSaved, busy, problem, choose, save, forget: () => setChoice(undefined) }
}

/** Status and person, and saving them. */
export function WorkFields({ record }: { record: NamedRecord }) {
  const { choice, isSaved, busy, problem, choose, save, forget } = useChoice(record)
  const may = useMay('records.change')
  const interview = useSending(() => change(record, { status: 'interview' }))
  const colleagues = useColleagues()
  const assigned = choice?.assignedTo === undefined ? record.assignedTo?.id : choice.assignedTo
  const people = record.assignedTo ? [record.assignedTo, ...colleagues] : colleagues
  const known = [...new Map(people.map((person) => [person.id, person])).values()]
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={submit}>
      <div className="fill-[9.5rem] gap-x-3 gap-y-2">
        {record.kind === 'executives' ? (
          <p>
            <StatusMark status={record.status} />
          </p>
        ) : (
          <Select
            label={recordWords.status}
            disabled={!may || busy}
            value={choice?.status ?? record.status}
            choices={recordStatuses[record.kind].map((name) => [name, statusNames[name]] as const)}
            choose={(name) => choose({ status: recordStatus.parse(name) })}
          />
        )}
        <Select
          label={recordWords.assigned}
          disabled={!may || busy}
          value={assigned ?? ''}
          choices={[['', recordWords.nobody], ...known.map(({ id, name }) => [id, name] as const)]}
          choose={(id) => choose({ assignedTo: id || null })}
        />
        {may && (
          <div className="col-span-full flex flex-wrap gap-2">
            <SubmitButton busy={busy} disabled={!choice}>
              {recordWords.save}
            </SubmitButton>
            {record.kind === 'applications' && (
              <ActionButton
                busy={interview.busy}
                disabled={!mayMoveToInterview(record)}
                onClick={() => interview.send()}
              >
                {keyWords.toInterview}
              </ActionButton>
            )}
          </div>
        )}
      </div>
      <Said>{choice ? recordWords.notSavedYet : isSaved && recordWords.saved}</Said>
      <Problem>{problem}</Problem>
      {choice?.changes && <Conflict {...choice} changes={choice.changes} save={save} forget={forget} />}
    </form>
  )
}

interface ConflictProps extends Choice {
  changes: string[]
  save(): void
  forget(): void
}

/** The second to save is told what changed, and decides. */
function Conflict({ status, assignedTo, changes, save, forget }: ConflictProps) {
  const { label, words } = wantedWords({ status, assignedTo }, useColleagues())
  return (
    <Banner tone="warning">
      <p className="font-semibold">{conflictWords.title}</p>
      {changes.map((change) => (
        <p key={change}>{change}</p>
      ))}
      <p>{conflictWords.notSaved(label, words)}</p>
      <div className="flex flex-wrap items-center gap-2 mt-3">
        <button type="button" className="button" onClick={save}>
          {conflictWords.mine(words)}
        </button>
        <button
          type="button"
          className="button border-current bg-transparent text-inherit hover:bg-transparent"
          onClick={forget}
        >
          {conflictWords.theirs}
        </button>
      </div>
    </Banner>
  )
}

type Work = Pick<RecordDetail, 'status' | 'assignedTo'>

function shown({ status, assignedTo }: Work): [label: string, words: string][] {
  return [
    [recordWords.status, statusNames[status]],
    [recordWords.assigned, assignedTo?.name ?? recordWords.nobody],
  ]
}

/** What another person changed between two readings of a record, a sentence each. */
export function changesBetween(before: Work, now: Work): string[] {
  const then = new Map(shown(before))
  return shown(now)
    .filter(([label, words]) => then.get(label) !== words)
    .map(([label, words]) => conflictWords.changedField(label, then.get(label) ?? '', words))
}

/** What a change sets, in words. */
export function wantedWords(
  { status, assignedTo }: Omit<RecordChange, 'version'>,
  colleagues: { id: string; name: string }[],
): { label: string; words: string } {
  const person = colleagues.find(({ id }) => id === assignedTo)
  const set = [
    ...(status ? [[recordWords.status, statusNames[status]]] : []),
    ...(assignedTo === undefined ? [] : [[recordWords.assigned, person?.name ?? recordWords.nobody]]),
  ]
  const [labels, words] = [0, 1].map((part) => set.map((one) => one[part]).join(', '))
  return { label: labels ?? '', words: words ?? '' }
}
