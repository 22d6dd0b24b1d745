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
import { call, useSending } from '#web/features/staff/calls.ts'
import { Conflict, useVersion } from '#web/features/staff/conflict.tsx'
import { StatusMark } from '#web/features/staff/format.tsx'
import { useColleagues, type NamedRecord } from '#web/features/staff/records.ts'
import { ReasonSelect } from '#web/features/staff/board/rejection.tsx'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { Select } from '#web/ui/field.tsx'
import { useMay, useSelf } from '#web/features/staff/session.ts'
import { change, mayMoveToInterview } from '#web/features/staff/keys/actions.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'

/** A choice that is not saved. */
type Choice = Omit<RecordChange, 'version'>

/** Chooses a change of a record, and saves it with the version that was shown. */
function useChoice(record: NamedRecord) {
  const [choice, setChoice] = useState<Choice>()
  const [isSaved, setSaved] = useState(false)
  const { id: self } = useSelf()
  const { kind, reference } = record
  const { change, theirs } = useVersion<RecordDetail>(record, choice !== undefined, (before, now) =>
    isAllBy(self, before, now) ? [] : changesBetween(before, now),
  )
  const { busy, problem, send } = useSending(async (wanted: Choice) => {
    const changed = await change((version) =>
      call('records.change', { params: { kind, reference }, body: { version, ...wanted } }),
    )
    if (!changed) return
    setChoice(undefined)
    setSaved(true)
  })
  function choose(more: Choice) {
    setSaved(false)
    setChoice({ ...choice, ...more })
  }
  const save = () => choice && send(choice)
  const forget = () => setChoice(undefined)
  return { choice, theirs, isSaved, busy, problem, choose, save, forget }
}

export function WorkFields({ record }: { record: NamedRecord }) {
  const { choice, theirs, isSaved, busy, problem, choose, save, forget } = useChoice(record)
  const may = useMay('records.change')
  const interview = useSending(() => change(record, { status: 'interview' }))
  const colleagues = useColleagues()
  const wanted = wantedWords(choice ?? {}, colleagues)
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
      <div className="mt-3 empty:hidden">
        <Conflict
          title={conflictWords.title}
          theirs={theirs}
          kept={conflictWords.notSaved(wanted.label, wanted.words)}
          drop={conflictWords.theirs}
          onDrop={forget}
        >
          <button type="button" className="button" onClick={save}>
            {conflictWords.mine(wanted.words)}
          </button>
        </Conflict>
      </div>
    </form>
  )
}

type Work = Pick<RecordDetail, 'status' | 'assignedTo'>

function shown({ status, assignedTo }: Work): [label: string, words: string][] {
  return [
    [recordWords.status, statusNames[status]],
    [recordWords.assigned, assignedTo?.name ?? recordWords.nobody],
  ]
}

/** Returns what another person changed between two readings of a record, one sentence each. */
export function changesBetween(before: Work, now: Work): string[] {
  const then = new Map(shown(before))
  return shown(now)
    .filter(([label, words]) => then.get(label) !== words)
    .map(([label, words]) => conflictWords.changedField(label, then.get(label) ?? '', words))
}

/** Returns whether one person made all changes between two readings of a record. */
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

/** Returns what a change sets, in words. */
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
