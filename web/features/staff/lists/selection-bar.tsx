import { toast } from '#web/ui/toast.ts'
import { X } from 'lucide-react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { recordWords } from '#contract/messages/staff-record.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  BULK_MAX,
  recordStatus,
  recordStatuses,
  type BulkAnswer,
  type RecordChange,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { call, readAnew, useSending } from '#web/features/staff/calls.ts'
import { listsChanged, useColleagues } from '#web/features/staff/records.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { PlainSelect } from '#web/ui/field.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'

const NOBODY = 'nobody'

/** As narrow on a phone as leaves all in one line. */
const selectLook = 'control w-auto max-desk:min-w-0 max-desk:flex-1 max-desk:px-1 max-desk:text-small'

interface SelectionBarProps {
  kind: RecordKind
  selected: SeenRecord[]
  select(records: SeenRecord[]): void
}

/**
 * What can be done with many records at once; each answers for itself. It lies over the head of the list, which stays at the
 * top of the window, and so over no row.
 */
export function SelectionBar({ kind, selected, select }: SelectionBarProps) {
  const [left, setLeft] = useState('')
  const [status, setStatus] = useState('')
  const [person, setPerson] = useState('')
  const { busy, problem, send } = useSending(async () => {
    const all: BulkAnswer = { changed: [], left: [], refused: [] }
    const wanted = {
      ...(status ? { status: recordStatus.parse(status) } : {}),
      ...(person ? { assignedTo: person === NOBODY ? null : person } : {}),
    }
    try {
      await changeAll(all, { kind, selected, wanted })
      clear()
    } catch (error) {
      // What was not changed stays selected, to be tried again.
      const changed = new Set(all.changed)
      select(selected.filter(({ reference }) => !changed.has(reference)))
      throw error
    } finally {
      listsChanged()
      readAnew('records.read')
    }
    setLeft(notChanged(all))
  })
  const said = problem || left
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said) top.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  function clear() {
    select([])
    setStatus('')
    setPerson('')
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setLeft('')
    send()
  }
  const statuses = kind === 'executives' ? [] : recordStatuses[kind]
  return (
    <>
      <div ref={top}>
        <Problem>{said}</Problem>
      </div>
      {selected.length > 0 && (
        <form
          aria-label={listWords.selected(selected.length)}
          className="sticky top-0 z-3 -mb-11 ml-8 flex min-h-11 flex-wrap items-center gap-1 bg-paper desk:ml-10 desk:gap-2"
          onSubmit={submit}
        >
          <strong className="max-desk:sr-only">{listWords.selected(selected.length)}</strong>
          {kind !== 'executives' && (
            <PlainSelect
              aria-label={listWords.setStatus}
              className={selectLook}
              value={status}
              choices={[
                ['', listWords.newStatus],
                ...statuses.map((name) => [name, statusNames[name]] as const),
              ]}
              choose={setStatus}
            />
          )}
          <PersonSelect value={person} choose={setPerson} />
          <span className="max-desk:w-16">
            <SubmitButton busy={busy} disabled={!status && !person}>
              {recordWords.save}
            </SubmitButton>
          </span>
          <ActionButton onClick={clear}>
            <X aria-hidden size={18} className="inline align-[-0.2em]" />{' '}
            <span className="desk:hidden">{selected.length}</span>{' '}
            <span className="max-desk:sr-only">{listWords.clearSelection}</span>
          </ActionButton>
        </form>
      )}
    </>
  )
}

/** Who can be given the records: read once some are selected. */
function PersonSelect({ value, choose }: { value: string; choose(id: string): void }) {
  const colleagues = useColleagues()
  return (
    <PlainSelect
      aria-label={listWords.assignTo}
      className={selectLook}
      value={value}
      choices={[
        ['', listWords.newPerson],
        [NOBODY, listWords.nobody],
        ...colleagues.map(({ id, name }) => [id, name] as const),
      ]}
      choose={choose}
    />
  )
}

interface Changing {
  kind: RecordKind
  selected: SeenRecord[]
  wanted: Omit<RecordChange, 'version'>
}

/** Changes as many at a time as one call takes, one after the other; `all` is filled with what became of each. */
async function changeAll(all: BulkAnswer, { kind, selected, wanted }: Changing): Promise<void> {
  for (let at = 0; at < selected.length; at += BULK_MAX) {
    const body = { records: selected.slice(at, at + BULK_MAX), ...wanted }
    const answer = await call('records.changeMany', { params: { kind }, body })
    for (const key of ['changed', 'left', 'refused'] as const) all[key].push(...answer[key])
  }
}

/** Says how many were changed, if all were; otherwise the answer is which were not, and why. */
function notChanged({ changed, left, refused }: BulkAnswer): string {
  if (left.length === 0 && changed.length > 0) toast.success(listWords.countChanged(changed.length))
  return [
    ...(left.length > 0 ? [listWords.someLeft(changed.length, left)] : []),
    ...(refused.length > 0 ? [listWords.notThere(refused)] : []),
  ].join(' ')
}
