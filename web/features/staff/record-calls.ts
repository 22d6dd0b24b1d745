import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import {
  bulkAnswer,
  recordContact,
  recordDetail,
  recordList,
  type RecordChange,
  type RecordDetail,
  type RecordDocument,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { getJson, postForJson, sendForJson } from '#web/lib/api.ts'
import { bodyOf, call, queryClient } from './session.ts'

const fallback = deskWords.failed

export function recordsUrl(...parts: string[]): string {
  return [staffApi, 'records', ...parts].join('/')
}

function readList(kind: RecordKind, query: string, after: string) {
  const search = new URLSearchParams(query)
  if (after) search.set('after', after)
  const text = search.toString()
  const url = recordsUrl(kind) + (text && `?${text}`)
  return bodyOf(() => getJson({ url, schema: recordList, fallback }))
}

/** A list with the filters of an address, page by page. */
export function useRecords(kind: RecordKind, query: string) {
  return useInfiniteQuery({
    queryKey: ['records', kind, query],
    queryFn: ({ pageParam }) => readList(kind, query, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

export function useRecord(kind: RecordKind, reference: string) {
  return useQuery({
    queryKey: ['record', reference],
    queryFn: () =>
      bodyOf(() => getJson({ url: recordsUrl(kind, reference), schema: recordDetail, fallback })),
  })
}

/** Shows a record as an answer had it, without reading it again. */
export function putRecord(record: RecordDetail): void {
  if (record.reference) queryClient.setQueryData(['record', record.reference], record)
}

/** Lists are read anew once a record has changed. */
export function listsChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => ['records', 'today'].includes(String(queryKey[0])),
  })
}

interface Named {
  kind: RecordKind
  reference: string
}

/** One change over the version that was seen; a refusal because of another's change carries the record in `details`. */
export async function changeRecord({ kind, reference }: Named, body: RecordChange) {
  const url = recordsUrl(kind, reference)
  const answer = await call(() => sendForJson({ url, method: 'PATCH', body, schema: recordDetail, fallback }))
  if (answer.ok) listsChanged()
  return answer
}

/** The same change of many records as they were seen; the answer names those that were not changed. */
export async function changeMany(
  kind: RecordKind,
  body: Omit<RecordChange, 'version'> & { records: SeenRecord[] },
) {
  const url = recordsUrl(kind, 'changes')
  const answer = await call(() => postForJson({ url, body, schema: bulkAnswer, fallback }))
  if (answer.ok) {
    listsChanged()
    void queryClient.invalidateQueries({ queryKey: ['record'] })
  }
  return answer
}

/** The same facts unmasked, which the audit notes. */
export function showContact({ kind, reference }: Named) {
  const url = recordsUrl(kind, reference, 'contact')
  return call(() => postForJson({ url, body: {}, schema: recordContact, fallback }))
}

/** Stores a note; the same id stores it once. */
export function addNote({ kind, reference }: Named, body: { id: string; text: string }) {
  const url = recordsUrl(kind, reference, 'notes')
  return call(() => postForJson({ url, body, schema: recordDetail, fallback }))
}

export function documentUrl({ id }: RecordDocument): string {
  return `${staffApi}/documents/${id}`
}
