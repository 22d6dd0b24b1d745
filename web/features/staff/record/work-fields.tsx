import { useState, type SyntheticEvent } from 'react'
import { keyWords } from '#web/features/staff/keys/words.ts'
import { conflictWords, recordWords } from './words.ts'
import { vacancyWords } from '#web/features/staff/vacancies/words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  recordStatus,
  recordStatuses,
  type RecordChange,
  type RecordDetail,
  type TimelineEntry,
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
import { ReasonSelect } from '#web/features/staff/board/rejection.tsx'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { Select } from '#web/ui/field.tsx'
import { useMay, useSelf } from '#web/features/staff/session.ts'
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
  const { id: self } = useSelf()
  const { busy, problem, send } = useSending(save)
  async function save({ seen, changes: _, ...wanted }: Choice): Promise<void> {
    try {
      putRecord(await changeRecord(seen, { version: seen.version, ...wanted }))
      setChoice(undefined)
      setSaved(true)
    } catch (error) {
      const now = conflictOf(error)
      if (!now) throw error
      putRecord(now)
      const over = { ...wanted, seen: { ...now, reference: seen.reference } }
      // What was chosen stays, over what was done by another press, or by somebody else, who is to be known.
      if (isAllBy(self, seen, now)) return save(over)
      setChoice({ ...over, changes: changesBetween(seen, now) })
    }
  }
  function choose(change: Omit<RecordChange, 'version'>) {
    setSaved(false)
    setChoice({ seen: record, ...choice, ...change })
  }
  const saveChoice = () => choice && send(choice)
  const forget = () => setChoice(undefined)
  return { choice, isSaved, busy, problem, choose, save: saveChoice, forget }
}

/** Status and person, and saving them. */
export function WorkFields({ record }: { record: NamedRecord }) {
  const { choice, isSaved, busy, problem, choose, save, forget } = useChoice(record)
  const may = useMay('records.change')
  const interview = useSending(() => change(record, { status: 'interview' }))
  const colleagues = useColleagues()
  const isRejecting = choice?.status === 'rejected' && record.status !== 'rejected'
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
            choose={(name) => choose({ status: recordStatus.parse(name), reason: undefined })}
          />
        )}
        <Select
          label={recordWords.assigned}
          disabled={!may || busy}
          value={assigned ?? ''}
          choices={[['', recordWords.nobody], ...known.map(({ id, name }) => [id, name] as const)]}
          choose={(id) => choose({ assignedTo: id || null })}
        />
        {isRejecting && (
          <div className="col-span-full">
            <ReasonSelect
              hint={vacancyWords.rejectMore}
              disabled={busy}
              value={choice.reason ?? ''}
              choose={(reason) => choose({ reason: reason || undefined })}
            />
          </div>
        )}
        {may && (
          <div className="col-span-full flex flex-wrap gap-2">
            <SubmitButton busy={busy} disabled={!choice || (isRejecting && !choice.reason)}>
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
      {choice?.changes && (
        <div className="mt-3">
          <Conflict {...choice} changes={choice.changes} save={save} forget={forget} />
        </div>
      )}
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

/** Whether one person made all changes between two readings of a record. */
export function isAllBy(
  person: string,
  before: Pick<RecordDetail, 'timeline'>,
  now: Pick<RecordDetail, 'timeline'>,
): boolean {
  const nameOf = ({ at, kind, text }: TimelineEntry) => `${at} ${kind} ${text}`
  const known = new Set(before.timeline.map(nameOf))
  const made = now.timeline.filter(
    (entry) => ['status', 'vacancy', 'assigned'].includes(entry.kind) && !known.has(nameOf(entry)),
  )
  return made.length > 0 && made.every(({ by }) => by?.id === person)
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
