import {
  BULK_MAX,
  bulkAnswer,
  type BulkAnswer,
  type RecordChange,
  type RecordKind,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { send } from '#web/features/staff/calls.ts'
import type { AnswerWith } from '#web/lib/answer.ts'

/** Changes as many at a time as one call takes, one after the other; what was changed before a failure stays changed. */
export async function changeAll(
  kind: RecordKind,
  selected: SeenRecord[],
  wanted: Omit<RecordChange, 'version'>,
): Promise<AnswerWith<BulkAnswer>> {
  const all: BulkAnswer = { changed: [], left: [], refused: [] }
  for (let at = 0; at < selected.length; at += BULK_MAX) {
    const body = { records: selected.slice(at, at + BULK_MAX), ...wanted }
    const answer = await send({ path: `records/${kind}/changes`, body, schema: bulkAnswer })
    if (!answer.ok) return answer
    for (const key of ['changed', 'left', 'refused'] as const) all[key].push(...answer.body[key])
  }
  return { ok: true, body: all }
}
