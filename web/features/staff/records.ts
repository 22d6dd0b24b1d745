import {
  recordConflict,
  type RecordChange,
  type RecordDetail,
  type RecordKind,
} from '#contract/schemas/staff-records.ts'
import { call, useCall } from './calls.ts'
import { CallError, queryClient } from './session.ts'

/** A record with its reference, which every record has that can be opened. */
export type NamedRecord = RecordDetail & Named

interface Named {
  kind: RecordKind
  reference: string
}

const nobody: { id: string; name: string }[] = []

/** Everybody to whom a record can be assigned. */
export function useColleagues() {
  return useCall('staff.colleagues', {}, { staleTime: 5 * 60_000 }).data?.people ?? nobody
}

const WAITING_MS = 5000

/** Read again until no mail of its timeline waits any more. */
export function useRecord({ kind, reference }: Named) {
  const pollAfter = (record?: RecordDetail) =>
    record?.timeline.some(({ waits }) => waits) ? WAITING_MS : undefined
  return useCall('records.read', { params: { kind, reference } }, { pollAfter })
}

/** Shows a record as an answer had it, without reading it again. */
export function putRecord(record: RecordDetail): void {
  const { kind, reference } = record
  if (reference) queryClient.setQueryData(['records.read', { params: { kind, reference } }], record)
}

/** One change over the version that was seen. */
export function changeRecord({ kind, reference }: Named, body: RecordChange): Promise<RecordDetail> {
  return call('records.change', { params: { kind, reference }, body })
}

/** The record as it is now, where a change was refused because somebody else made one. */
export function conflictOf(error: unknown): RecordDetail | undefined {
  const read = error instanceof CallError ? recordConflict.safeParse(error.failure.details) : undefined
  return read?.success ? read.data.record : undefined
}
