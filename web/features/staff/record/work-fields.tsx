import { useEffect, useRef, useState } from 'react'
import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  recordConflict,
  recordStatus,
  recordStatuses,
  type RecordChange,
} from '#contract/schemas/staff-records.ts'
import { StatusMark } from '#web/features/staff/format.tsx'
import { changeRecord, putRecord, useColleagues, type NamedRecord } from '#web/features/staff/record-calls.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { Select } from '#web/features/staff/select.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { Banner } from '#web/ui/status.tsx'
import { changesBetween, wantedWords } from './conflict.ts'

type Wanted = Omit<RecordChange, 'version'>

/** Status and person, each saved as it is chosen, over the version that was seen. */
export function WorkFields({ record }: { record: NamedRecord }) {
  const { trouble, said, pending, save, forget } = useSaving(record)
  const may = useMay('records.change')
  const colleagues = useColleagues()
  const { status, assignedTo } = { ...record, ...pending }
  const assigned =
    pending?.assignedTo === undefined ? (record.assignedTo?.id ?? '') : (assignedTo as string | null)
  const people = record.assignedTo ? [record.assignedTo, ...colleagues] : colleagues
  const known = [...new Map(people.map((person) => [person.id, person])).values()]
  return (
    <>
      <div className="desk-filter-row">
        {record.kind === 'executives' ? (
          <p>
            <StatusMark status={record.status} />
          </p>
        ) : (
          <Select
            label={recordWords.status}
            disabled={!may}
            value={status}
            choices={recordStatuses[record.kind].map((name) => [name, statusNames[name]] as const)}
            choose={(name) => void save({ status: recordStatus.parse(name) })}
          />
        )}
        <Select
          label={recordWords.assigned}
          disabled={!may}
          value={assigned ?? ''}
          choices={[['', recordWords.nobody], ...known.map(({ id, name }) => [id, name] as const)]}
          choose={(id) => void save({ assignedTo: id || null })}
        />
      </div>
      <p role="status" className="text-quiet">
        {said}
      </p>
      <Problem>{typeof trouble === 'string' && trouble}</Problem>
      {trouble && typeof trouble !== 'string' && <Conflict {...trouble} save={save} forget={forget} />}
    </>
  )
}

interface Clash {
  wanted: Wanted
  /** What the other person changed. */
  changes: string[]
}

function useSaving(record: NamedRecord) {
  const [pending, setPending] = useState<Wanted>()
  const [trouble, setTrouble] = useState<string | Clash>()
  const [said, setSaid] = useState('')
  // A second choice made before the first is answered is made over what the first left.
  const latest = useRef(record)
  useEffect(() => {
    latest.current = record
  }, [record])
  const line = useRef(Promise.resolve())

  async function send(wanted: Wanted) {
    const seen = latest.current
    setPending(wanted)
    const answer = await changeRecord(seen, { version: seen.version, ...wanted })
    setPending(undefined)
    const clash = answer.ok ? undefined : recordConflict.safeParse(answer.details)
    const now = answer.ok ? answer.body : clash?.success ? clash.data.record : undefined
    if (now) {
      latest.current = { ...now, reference: seen.reference }
      putRecord(now)
    }
    setSaid(answer.ok ? recordWords.saved : '')
    if (answer.ok) setTrouble(undefined)
    else setTrouble(now ? { wanted, changes: changesBetween(seen, now) } : answer.message)
  }
  function save(wanted: Wanted) {
    line.current = line.current.then(() => send(wanted))
    return line.current
  }
  return { pending, trouble, said, save, forget: () => setTrouble(undefined) }
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
      <div className="desk-actions mt-3">
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
