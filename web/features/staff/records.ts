import type { RecordDetail, RecordKind } from '#contract/schemas/staff-records.ts'
import { useCall } from './calls.ts'

/** A record with a reference, which every readable record has. */
export type NamedRecord = RecordDetail & Named

interface Named {
  kind: RecordKind
  reference: string
}

const nobody: { id: string; name: string }[] = []

/** Returns everybody to whom a record can be assigned. */
export function useColleagues() {
  return useCall('staff.colleagues', {}, { staleTime: 5 * 60_000 }).data?.people ?? nobody
}

const WAITING_MS = 5000

/** Reads a record again until no mail in its timeline waits any more. */
export function useRecord({ kind, reference }: Named) {
  const pollAfter = (record?: RecordDetail) =>
    record?.timeline.some(({ waits }) => waits) ? WAITING_MS : undefined
  return useCall('records.read', { params: { kind, reference } }, { pollAfter })
}
