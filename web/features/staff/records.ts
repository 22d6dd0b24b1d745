import type { RecordDetail, RecordKind } from '#contract/schemas/staff-records.ts'
import { useCall } from './calls.ts'

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
