import { X } from 'lucide-react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { listWords } from './words.ts'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { recordWords } from '#web/features/staff/record/words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  BULK_MAX,
  recordStatus,
  recordStatuses,
  rejectionReasons,
  type BulkAnswer,
  type RecordChange,
  type RecordKind,
} from '#contract/schemas/staff-records.ts'
import type { SelectedRow } from './record-table.tsx'
import { call, useSending } from '#web/features/staff/calls.ts'
import { useColleagues } from '#web/features/staff/records.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { PlainSelect } from '#web/ui/field.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'

const NOBODY = 'nobody'
/** The prefix of a choice that rejects an applicant for a reason. */
const REJECTED = 'rejected '

/** Narrow enough on a phone for all to be in one line. */
const selectLook =
  'control w-auto max-w-44 max-desk:min-w-0 max-desk:flex-1 max-desk:px-1 max-desk:text-small'

interface SelectionBarProps {
  kind: RecordKind
  selected: SelectedRow[]
  select(rows: SelectedRow[]): void
}

/** The last change of many records, and the records as they were, to set them back. */
interface Done {
  /** How many were changed or set back. */
  changed: number
  isSetBack?: boolean
  /** Whether a status was set, of which nobody was told. */
  isStatus: boolean
  before: SelectedRow[]
}

/** Chooses a change for the selected records, makes it, and sets it back. */
function useBulk({ kind, selected, select }: SelectionBarProps) {
  const [left, setLeft] = useState('')
  const [status, setStatus] = useState('')
  const [person, setPerson] = useState('')
  const [done, setDone] = useState<Done>()
  const change = useSending(async () => {
    const all: BulkAnswer = { changed: [], left: [], several: [], refused: [] }
    const wanted = {
      ...statusOf(status),
      ...(person ? { assignedTo: person === NOBODY ? null : person } : {}),
    }
    try {
      await changeAll(all, { kind, rows: selected, wanted })
      clear()
    } catch (error) {
      // Unchanged records stay selected, to be tried again.
      const changed = new Set(all.changed)
      select(selected.filter(({ reference }) => !changed.has(reference)))
      throw error
    } finally {
      const before = wasOtherwise(selected, all.changed, wanted)
      // After a failure the rest counts as part of the same change.
      if (all.changed.length > 0)
        setDone((last) => ({
          changed: (last?.changed ?? 0) + all.changed.length,
          isStatus: status !== '',
          before: [...(last?.before ?? []), ...before],
        }))
    }
    setLeft(notChanged(all))
  })
  const undo = useSending(async ({ before }: Done) => {
    const all: BulkAnswer = { changed: [], left: [], several: [], refused: [] }
    for (const rows of alike(before)) {
      const [{ status: was, assignedTo } = {}] = rows
      const wanted = {
        ...(was && kind !== 'executives' && { status: was }),
        assignedTo: assignedTo?.id ?? null,
      }
      await changeAll(all, { kind, rows, wanted })
    }
    setDone({ changed: all.changed.length, isSetBack: true, isStatus: false, before: [] })
    setLeft(notChanged(all))
  })
  function clear() {
    select([])
    setStatus('')
    setPerson('')
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setLeft('')
    if (!change.problem) setDone(undefined)
    change.send()
  }
  const said = change.problem || undo.problem || left
  const forget = () => setDone(undefined)
  const busy = change.busy || undo.busy
  return { said, busy, status, setStatus, person, setPerson, done, forget, undo, clear, submit }
}

/** Returns the status of a choice, with the reason of a rejection. */
function statusOf(choice: string): Pick<RecordChange, 'status' | 'reason'> {
  if (!choice) return {}
  const reason = rejectionReasons.find((one) => choice === REJECTED + one)
  return reason ? { status: 'rejected', reason } : { status: recordStatus.parse(choice) }
}

/** Returns the statuses to choose from; each reason of a rejection is a choice of its own. */
function statusChoices(kind: RecordKind): (readonly [string, string])[] {
  return recordStatuses[kind].flatMap((name) =>
    name === 'rejected'
      ? rejectionReasons.map((one) => [REJECTED + one, listWords.rejectedFor(rejectionNames[one])] as const)
      : [[name, statusNames[name]] as const],
  )
}

/** Returns the changed records as they were, with their new versions. */
function wasOtherwise(rows: SelectedRow[], changed: string[], wanted: Wanted): SelectedRow[] {
  const isOther = ({ status, assignedTo }: SelectedRow) =>
    (wanted.status !== undefined && wanted.status !== status) ||
    (wanted.assignedTo !== undefined && wanted.assignedTo !== (assignedTo?.id ?? null))
  return rows
    .filter((row) => changed.includes(row.reference) && isOther(row))
    .map((row) => ({ ...row, version: row.version + 1 }))
}

/** Groups rows with the same values, which are set back in one call. */
function alike(rows: SelectedRow[]): SelectedRow[][] {
  const groups = new Map<string, SelectedRow[]>()
  for (const row of rows) {
    const had = `${row.status} ${row.assignedTo?.id ?? ''}`
    groups.set(had, [...(groups.get(had) ?? []), row])
  }
  return [...groups.values()]
}

/** Covers the head of the list, which stays at the top of the window, so it covers no row. */
const barLook =
  'sticky top-0 z-3 -mb-11 ml-8 flex min-h-11 flex-wrap items-center gap-1 bg-paper desk:ml-10 desk:gap-2'

/** What can be done with many records at once, with a result for each. It can be undone. */
export function SelectionBar({ kind, selected, select }: SelectionBarProps) {
  const bulk = useBulk({ kind, selected, select })
  const { said, busy, status, person, clear } = bulk
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said) top.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  return (
    <>
      <div ref={top}>
        <Problem>{said}</Problem>
      </div>
      <div role="status" className="contents">
        {selected.length === 0 && bulk.done && <DoneBar done={bulk.done} bulk={bulk} />}
      </div>
      {selected.length > 0 && (
        <form aria-label={listWords.selected(selected.length)} className={barLook} onSubmit={bulk.submit}>
          <strong className="max-desk:sr-only">{listWords.selected(selected.length)}</strong>
          {kind !== 'executives' && (
            <PlainSelect
              aria-label={listWords.setStatus}
              className={selectLook}
              value={status}
              choices={[['', listWords.newStatus], ...statusChoices(kind)]}
              choose={bulk.setStatus}
            />
          )}
          <PersonSelect value={person} choose={bulk.setPerson} />
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
          {status && (
            <span className="text-small whitespace-nowrap text-quiet max-wide:sr-only">
              {listWords.nobodyIsTold}
            </span>
          )}
        </form>
      )}
    </>
  )
}

/** Shows what was done, instead of what can be done. */
function DoneBar({ done, bulk }: { done: Done; bulk: ReturnType<typeof useBulk> }) {
  const { changed, isSetBack = false, isStatus, before } = done
  const said = isSetBack ? listWords.setBack(changed) : listWords.countChanged(changed)
  return (
    <div className={`${barLook} max-desk:flex-nowrap`}>
      <span className="min-w-0 max-desk:text-small max-desk:leading-tight">
        {isStatus ? `${said} ${listWords.nobodyWasTold}` : said}
      </span>
      {before.length > 0 && (
        <ActionButton busy={bulk.busy} onClick={() => bulk.undo.send(done)}>
          {listWords.undo}
        </ActionButton>
      )}
      <button
        type="button"
        aria-label={listWords.close}
        className="grid size-11 cursor-pointer place-items-center"
        onClick={bulk.forget}
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}

/** Who can be given the records; read once some are selected. */
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

type Wanted = Omit<RecordChange, 'version'>

interface Changing {
  kind: RecordKind
  rows: SelectedRow[]
  wanted: Wanted
}

/** Changes as many records at a time as one call accepts; `all` collects the results. */
async function changeAll(all: BulkAnswer, { kind, rows, wanted }: Changing): Promise<void> {
  const seen = rows.map(({ reference, version }) => ({ reference, version }))
  for (let at = 0; at < seen.length; at += BULK_MAX) {
    const body = { records: seen.slice(at, at + BULK_MAX), ...wanted }
    const answer = await call('records.changeMany', { params: { kind }, body })
    for (const key of ['changed', 'left', 'several', 'refused'] as const) all[key].push(...answer[key])
  }
}

/** Returns which were not changed, and why. */
function notChanged({ changed, left, several, refused }: BulkAnswer): string {
  return [
    ...(left.length > 0 ? [listWords.someLeft(changed.length, left)] : []),
    ...(several.length > 0 ? [listWords.atSeveral(several)] : []),
    ...(refused.length > 0 ? [listWords.notThere(refused)] : []),
  ].join(' ')
}
