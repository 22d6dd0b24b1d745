import { statusNames } from '#contract/messages/staff.ts'
import type { RecordStatus } from '#contract/schemas/staff-records.ts'

const tones: Partial<Record<RecordStatus, string>> = {
  new: 'new',
  won: 'good',
  placed: 'good',
  active: 'good',
  mandate_failed: 'bad',
  closed: 'past',
  rejected: 'past',
  withdrawn: 'past',
}

/** A status, told by its words; the sign before them only helps the eye. */
export function StatusMark({ status }: { status: RecordStatus }) {
  return (
    <span className="desk-status" data-tone={tones[status] ?? 'open'}>
      {statusNames[status]}
    </span>
  )
}
