import { mailStates } from '#contract/messages/staff-timeline.ts'
import { colleagueList } from '#contract/schemas/staff-access.ts'
import {
  recordDetail,
  recordList,
  type RecordChange,
  type RecordDetail,
  type RecordKind,
} from '#contract/schemas/staff-records.ts'
import { readAnew, send, usePages, useRead } from './calls.ts'
import { queryClient } from './session.ts'

const nobody: { id: string; name: string }[] = []

/** Everybody to whom a record can be assigned. */
export function useColleagues() {
  const asked = { key: ['colleagues'], path: 'colleagues', schema: colleagueList, staleTime: 5 * 60_000 }
  return useRead(asked).data?.people ?? nobody
}

/** A list with the filters of an address, page by page. */
export function useRecords(kind: RecordKind, query: string) {
  const path = `records/${kind}${query && `?${query}`}`
  return usePages({ key: ['records', kind, query], path, schema: recordList, cursor: 'after', list: 'rows' })
}

interface Named {
  kind: RecordKind
  reference: string
}

/** A record with its reference, which every record has that can be opened. */
export type NamedRecord = RecordDetail & Named

export function callPath({ kind, reference }: Named): string {
  return `records/${kind}/${reference}`
}

const WAITING_MS = 5000

/** Read again until no mail of its timeline waits any more. */
export function useRecord(named: Named) {
  return useRead({
    key: ['record', named.reference],
    path: callPath(named),
    schema: recordDetail,
    pollAfter: (record) => (record?.timeline.some(isWaiting) ? WAITING_MS : undefined),
  })
}

function isWaiting({ kind, text }: RecordDetail['timeline'][number]): boolean {
  return kind === 'mail' && text.endsWith(mailStates.ready)
}

/** Shows a record as an answer had it, without reading it again. */
export function putRecord(record: RecordDetail): void {
  if (record.reference) queryClient.setQueryData(['record', record.reference], record)
}

/** A record is read anew once something is noted of it, such as who looked. */
export function timelineChanged(reference: string): void {
  void queryClient.invalidateQueries({ queryKey: ['record', reference] })
}

/** Lists are read anew once a record has changed. */
export function listsChanged(): void {
  readAnew('records', 'today')
}

/** One change over the version that was seen; a refusal because of another's change carries the record in `details`. */
export async function changeRecord(named: Named, body: RecordChange) {
  const answer = await send({ path: callPath(named), method: 'PATCH', body, schema: recordDetail })
  if (answer.ok) listsChanged()
  return answer
}
