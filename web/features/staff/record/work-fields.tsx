import { useState } from 'react'
import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import { recordStatus, recordStatuses } from '#contract/schemas/staff-records.ts'
import { ChoiceSelect } from '#web/features/staff/choice-select.tsx'
import { StatusMark } from '#web/features/staff/format.tsx'
import { useColleagues, type NamedRecord } from '#web/features/staff/record-calls.ts'
import { Problem, Said } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { Banner } from '#web/ui/status.tsx'
import { wantedWords } from './conflict.ts'
import { useSaving, type Clash, type Wanted } from './use-saving.ts'

/** Status and person, each saved as it is chosen, over the version that was seen. */
export function WorkFields({ record }: { record: NamedRecord }) {
  const { trouble, said, pending, save, forget } = useSaving(record)
  const may = useMay('records.change')
  const [isWaiting, setWaiting] = useState(false)
  const colleagues = useColleagues()
  const status = pending.status ?? record.status
  const assigned = pending.assignedTo === undefined ? (record.assignedTo?.id ?? '') : pending.assignedTo
  const people = record.assignedTo ? [record.assignedTo, ...colleagues] : colleagues
  const known = [...new Map(people.map((person) => [person.id, person])).values()]
  return (
    <>
      <div className="fill-[9.5rem] gap-x-3 gap-y-2">
        {record.kind === 'executives' ? (
          <p>
            <StatusMark status={record.status} />
          </p>
        ) : (
          <ChoiceSelect
            label={recordWords.status}
            disabled={!may}
            value={status}
            choices={recordStatuses[record.kind].map((name) => [name, statusNames[name]] as const)}
            atLeaving="take"
            tellWaiting={setWaiting}
            choose={(name) => void save({ status: recordStatus.parse(name) })}
          />
        )}
        <ChoiceSelect
          label={recordWords.assigned}
          disabled={!may}
          value={assigned ?? ''}
          choices={[['', recordWords.nobody], ...known.map(({ id, name }) => [id, name] as const)]}
          atLeaving="take"
          tellWaiting={setWaiting}
          choose={(id) => void save({ assignedTo: id || null })}
        />
      </div>
      <Said>{isWaiting ? recordWords.notSavedYet : said}</Said>
      <Problem>{typeof trouble === 'string' && trouble}</Problem>
      {trouble && typeof trouble !== 'string' && <Conflict {...trouble} save={save} forget={forget} />}
    </>
  )
}

interface ConflictProps extends Clash {
  save(wanted: Wanted): Promise<void>
  forget(): void
}

/** The second to save is told what changed, and decides. */
function Conflict({ wanted, changes, save, forget }: ConflictProps) {
  const { label, words } = wantedWords(wanted, useColleagues())
  return (
    <Banner tone="warning">
      <p className="font-semibold">{conflictWords.title}</p>
      {changes.map((change) => (
        <p key={change}>{change}</p>
      ))}
      <p>{conflictWords.notSaved(label, words)}</p>
      <div className="flex flex-wrap items-center gap-2 mt-3">
        <button type="button" className="button" onClick={() => void save(wanted)}>
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
