import {
  BULK_MAX,
  bulkAnswer,
  type BulkAnswer,
  type RecordChange,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { send } from '#web/features/staff/calls.ts'
import type { Failure } from '#web/lib/answer.ts'

/** Changes as many at a time as one call takes, one after the other; `all` is what became of those before a failure. */
export async function changeAll(
  kind: RecordKind,
  selected: SeenRecord[],
  wanted: Omit<RecordChange, 'version'>,
): Promise<{ all: BulkAnswer; failure?: Failure }> {
  const all: BulkAnswer = { changed: [], left: [], refused: [] }
  for (let at = 0; at < selected.length; at += BULK_MAX) {
    const body = { records: selected.slice(at, at + BULK_MAX), ...wanted }
    const answer = await send({ path: `records/${kind}/changes`, body, schema: bulkAnswer })
    if (!answer.ok) return { all, failure: answer }
    for (const key of ['changed', 'left', 'refused'] as const) all[key].push(...answer.body[key])
  }
  return { all }
}
